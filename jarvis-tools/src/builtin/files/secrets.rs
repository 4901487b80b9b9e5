//! Which files hold secrets, by their names.

/// Files that hold secrets by their whole names.
const NAMES: [&str; 34] = [
    ".env",
    ".git-credentials",
    ".dockercfg",
    ".dockerconfigjson",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".secret",
    ".secrets",
    ".vault-token",
    "_netrc",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "credentials.yaml",
    "credentials.yml",
    "gshadow",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "id_rsa",
    "kubeconfig",
    "master.passwd",
    "secrets.json",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "shadow",
    "token.json",
];

/// Beginnings of the names of files that hold secrets.
const BEGINNINGS: [&str; 1] = [".env."];

/// Ends of the names of files that hold secrets.
const ENDS: [&str; 9] = [".env", ".jks", ".kdbx", ".key", ".keystore", ".p12", ".pem", ".pfx", ".ppk"];

/// Folders in which every file is a secret.
const FOLDERS: [&str; 4] = [".aws", ".gnupg", ".kube", ".ssh"];

/// Whether a file of this name is taken for a secret, in any case.
pub(super) fn is_secret_file(name: &str) -> bool {
    let name = folded(name);
    NAMES.contains(&name.as_str())
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || ENDS.iter().any(|end| name.ends_with(end))
}

/// Whether every file in a folder of this name is taken for a secret, in any case.
pub(super) fn is_secret_folder(name: &str) -> bool {
    FOLDERS.contains(&folded(name).as_str())
}

/// A name as file systems compare it that ignore case, and those that drop what stands at its end.
fn folded(name: &str) -> String {
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    // Some letters have a capital in common, and only that tells.
    name.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_73_and_74_which_names_are_secret() {
        let secret = [
            ".env",
            "prod.env",
            ".env.local",
            "server.pem",
            "credentials.json",
            ".secret",
            "id_rsa",
            "id_ed25519",
            ".htpasswd",
            ".pgpass",
            ".netrc",
            "a.p12",
            "a.pfx",
            "a.jks",
            "a.key",
            "id_ecdsa",
            ".npmrc",
            "server.PEM",
            "ID_RSA",
            ".Env",
            ".env.",
            ".env ",
            ".ENV::$DATA",
            "\u{17f}ecrets.json",
            "a.\u{212a}ey",
        ];
        for name in secret {
            assert!(is_secret_file(name), "{name}");
        }
        let open = [
            "package.json",
            "pyproject.toml",
            "readme.txt",
            "main.py",
            "environment",
            "keys.md",
            "id_rsa.pub.txt",
            "envoy.yaml",
            "a.keynote",
            "shadow.rs",
            "",
        ];
        for name in open {
            assert!(!is_secret_file(name), "{name}");
        }
        assert!(is_secret_folder(".SSH") && !is_secret_folder("ssh"));
    }
}
