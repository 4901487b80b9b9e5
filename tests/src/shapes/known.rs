//! Types of the standard library and of crates that everybody uses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::arguments;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use url::Url;
use uuid::Uuid;

arguments! {
    KnownUuid { id: Uuid, maybe: Option<Uuid>, list: Vec<Uuid> }
    KnownDate { date: NaiveDate, maybe: Option<NaiveDate> }
    KnownTime { time: NaiveTime }
    KnownNaiveDateTime { at: NaiveDateTime }
    KnownUtc { at: DateTime<Utc>, list: Vec<DateTime<Utc>> }
    KnownFixed { at: DateTime<FixedOffset> }
    KnownWeekday { day: Weekday }
    KnownDelta { delta: chrono::TimeDelta }
    KnownUrl { url: Url, maybe: Option<Url> }
    KnownDuration { duration: Duration, maybe: Option<Duration>, list: Vec<Duration> }
    KnownSystemTime { at: SystemTime }
    KnownIp { ip: IpAddr, maybe: Option<IpAddr> }
    KnownIps { v4: Ipv4Addr, v6: Ipv6Addr }
    KnownSocket {
        #[schemars(regex(pattern = r"^([1-9]\d?\.){3}[1-9]\d?:[1-9]\d{0,3}$"))]
        address: SocketAddr,
        #[schemars(regex(pattern = r"^([1-9]\d?\.){3}[1-9]\d?:[1-9]\d{0,3}$"))]
        v4: SocketAddrV4,
    }
    KnownPath { path: PathBuf, boxed: Box<std::path::Path> }
    KnownRange { range: std::ops::Range<u8>, closed: std::ops::RangeInclusive<i32> }
    KnownPhantom { nothing: std::marker::PhantomData<u8> }
    KnownCString { text: std::ffi::CString }
    KnownAtomic { n: std::sync::atomic::AtomicU8, flag: std::sync::atomic::AtomicBool }
    KnownMutex { n: std::sync::Mutex<u8>, cell: std::cell::Cell<u8>, reference: std::cell::RefCell<String> }
    KnownInUntagged { e: Either }
    KnownFlat { #[serde(flatten)] flat: Flat }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Either {
    Id(Uuid),
    Date(NaiveDate),
    Number(u8),
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Flat {
    id: Uuid,
    ip: IpAddr,
    duration: Duration,
    day: Option<Weekday>,
}
