//! The formats that are checked before a type's own decoder sees the text, so that both say the same.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A format that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Date,
    DateTime,
    Ipv4,
    Ipv6,
    Time,
    Uuid,
}

/// Formats that standards know and that are passed on without being checked.
const ANNOTATIONS: [&str; 14] = [
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "password",
    "regex",
    "relative-json-pointer",
    "uri",
    "uri-reference",
    "uri-template",
];

impl Format {
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "date" => Self::Date,
            "date-time" => Self::DateTime,
            "ipv4" => Self::Ipv4,
            "ipv6" => Self::Ipv6,
            "time" => Self::Time,
            "uuid" => Self::Uuid,
            _ => return None,
        })
    }

    /// Whether a standard knows this format, checked here or not.
    pub(crate) fn is_known(name: &str) -> bool {
        Self::of_name(name).is_some() || ANNOTATIONS.contains(&name)
    }

    /// What a value must be, with an example.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Date => "a date such as 2026-01-31",
            Self::DateTime => "a date and time with offset such as 2026-01-31T12:00:00Z",
            Self::Ipv4 => "an IPv4 address such as 192.0.2.1",
            Self::Ipv6 => "an IPv6 address such as 2001:db8::1",
            Self::Time => "a time with offset such as 12:00:00Z",
            Self::Uuid => "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
        }
    }

    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Date => is_date(text.as_bytes()),
            Self::DateTime => text.as_bytes().split_at_checked(11).is_some_and(|(date, time)| {
                is_date(&date[..10]) && matches!(date[10], b'T' | b't') && is_time(time)
            }),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Time => is_time(text.as_bytes()),
            Self::Uuid => is_uuid(text.as_bytes()),
        }
    }
}

/// The number that some bytes spell, if all of them are digits.
fn digits(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0_u32, |number, byte| match byte {
        b'0'..=b'9' => number.checked_mul(10)?.checked_add(u32::from(byte - b'0')),
        _ => None,
    })
}

/// RFC 3339, `full-date`.
fn is_date(text: &[u8]) -> bool {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = text else { return false };
    let (Some(year), Some(month), Some(day)) =
        (digits(&[*y0, *y1, *y2, *y3]), digits(&[*m0, *m1]), digits(&[*d0, *d1]))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339, `full-time`; a leap second only where it is one in UTC.
fn is_time(text: &[u8]) -> bool {
    let [h0, h1, b':', m0, m1, b':', s0, s1, rest @ ..] = text else { return false };
    let (Some(hour), Some(minute), Some(second)) =
        (digits(&[*h0, *h1]), digits(&[*m0, *m1]), digits(&[*s0, *s1]))
    else {
        return false;
    };
    let offset = match rest {
        [b'.', fraction @ ..] => {
            let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if length == 0 {
                return false;
            }
            &fraction[length..]
        }
        _ => rest,
    };
    let shift = match offset {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] => match (digits(&[*h0, *h1]), digits(&[*m0, *m1])) {
            (Some(hours @ ..=23), Some(minutes @ ..=59)) => {
                let shift = i64::from(hours * 60 + minutes);
                if *sign == b'+' { shift } else { -shift }
            }
            _ => return false,
        },
        _ => return false,
    };
    if hour > 23 || minute > 59 {
        return false;
    }
    let in_utc = (i64::from(hour * 60 + minute) - shift).rem_euclid(24 * 60);
    second <= 59 || (second == 60 && in_utc == 23 * 60 + 59)
}

/// RFC 9562, the form with hyphens.
fn is_uuid(text: &[u8]) -> bool {
    text.len() == 36
        && text.iter().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_their_standards() {
        let cases: [(Format, &[&str], &[&str]); 6] = [
            (
                Format::Date,
                &["2026-01-31", "2024-02-29"],
                &["2026-02-29", "2026-1-31", "2026-13-01", "20260131", ""],
            ),
            (
                Format::DateTime,
                &["2026-01-31T12:00:00Z", "2026-01-31t12:00:00.5+02:00", "2016-12-31T23:59:60Z"],
                &[
                    "2026-01-31",
                    "2026-01-31T12:00:00",
                    "2026-01-31T24:00:00Z",
                    "2026-01-31T12:00:60Z",
                    "€€€€",
                ],
            ),
            (
                Format::Time,
                &["12:00:00Z", "23:59:60Z", "22:59:60-01:00"],
                &["12:00", "12:00:00", "12:00:00+24:00", "12:00:00.Z"],
            ),
            (Format::Ipv4, &["192.0.2.1"], &["192.0.2", "192.0.2.256", "192.0.02.1"]),
            (Format::Ipv6, &["2001:db8::1", "::"], &["2001:db8", "fe80::1%eth0"]),
            (
                Format::Uuid,
                &["123e4567-e89b-12d3-a456-426614174000"],
                &["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
            ),
        ];
        for (format, good, bad) in cases {
            assert_eq!(good.iter().find(|text| !format.accepts(text)), None, "{format:?}");
            assert_eq!(bad.iter().find(|text| format.accepts(text)), None, "{format:?}");
        }
    }
}
