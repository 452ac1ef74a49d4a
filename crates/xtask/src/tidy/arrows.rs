//! Who may import whom, among our crates and of the crates that have one home.
//!
//! Only normal dependencies count: tests may use what they like.

use std::path::Path;

use super::Fault;
use super::manifests::Package;

/// Our crates, and which of ours each may import. Arrows only point downwards.
const ARROWS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("wire", &["domain"]),
    ("ports", &["domain"]),
    ("schema", &["domain"]),
    ("store", &["domain", "schema"]),
    ("services", &["domain", "ports", "store"]),
    ("engine", &["domain", "ports", "services"]),
    ("cli-agents", &["domain"]),
    ("egress", &[]),
    ("adapters", &["cli-agents", "domain", "egress", "ports", "runhost"]),
    ("runhost", &["domain"]),
    ("files", &["ports"]),
    ("sandboxes", &["domain", "egress", "ports"]),
    ("http", &["domain", "wire", "services"]),
    ("pages", &[]),
    (
        "server",
        &[
            "domain",
            "ports",
            "store",
            "services",
            "engine",
            "adapters",
            "sandboxes",
            "runhost",
            "files",
            "http",
            "pages",
        ],
    ),
    ("testkit", &["domain", "ports", "store", "services", "engine", "adapters", "sandboxes", "http"]),
    ("bench", &["domain"]),
    // Services of others, or what stands in for them: they know none of ours.
    ("fake-daytona", &[]),
    ("sshd-for-tests", &[]),
    ("xtask", &[]),
];

/// Crates of others that only some of ours may import.
const HOMES: &[(&str, &[&str])] = &[
    // `domain` has them behind a feature, for its id and word macros.
    ("sea-orm", &["schema", "store", "domain"]),
    ("sqlx", &["schema", "store", "domain"]),
    ("axum", &["http", "server", "testkit", "fake-daytona"]),
    ("pastey", &["http"]),
    ("clap", &["server", "fake-daytona"]),
    ("reqwest", &["adapters", "egress", "sandboxes", "server"]),
];

/// Where the tables stand.
const TABLE: &str = "crates/xtask/src/tidy/arrows.rs";

pub(super) fn check(root: &Path, packages: &[Package]) -> anyhow::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    for package in packages {
        for (dependency, message) in broken(package) {
            let (manifest, line) = (package.manifest(root), package.line_of(dependency)?);
            faults.push(Fault::new(&manifest.to_string_lossy(), line, "arrows", message));
        }
        for message in undrawn(package) {
            faults.push(Fault::new(TABLE, 1, "arrows", message));
        }
    }
    Ok(faults)
}

/// What the table lets `package` import and it does not: an arrow that nobody draws says nothing.
fn undrawn(package: &Package) -> Vec<String> {
    let name = short(&package.name);
    let is_drawn = |other: &str| {
        let mut normal = package.dependencies.iter().filter(|dependency| dependency.is_normal());
        normal.any(|dependency| short(&dependency.name) == other)
    };
    let allowed = ARROWS.iter().filter(|(from, _)| *from == name).flat_map(|(_, allowed)| *allowed);
    allowed
        .filter(|other| !is_drawn(other))
        .map(|other| format!("'{name}' does not import '{other}', which it may"))
        .collect()
}

/// The dependencies of `package` that it may not have, each with what to say.
fn broken(package: &Package) -> Vec<(&str, String)> {
    let name = short(&package.name);
    let Some((_, allowed)) = ARROWS.iter().find(|(from, _)| *from == name) else {
        return vec![("name", format!("'{name}' is not in the table of crates (xtask/src/tidy/arrows.rs)"))];
    };
    let mut broken = Vec::new();
    for dependency in package.dependencies.iter().filter(|dependency| dependency.is_normal()) {
        let other = short(&dependency.name);
        if other != dependency.name && !allowed.contains(&other) {
            broken.push((dependency.name.as_str(), format!("'{name}' may not import '{other}'")));
        }
        let home = HOMES.iter().find(|(third_party, _)| *third_party == dependency.name);
        if home.is_some_and(|(_, homes)| !homes.contains(&name)) {
            broken.push((dependency.name.as_str(), format!("'{name}' is no home of '{other}'")));
        }
        if name == "domain" && home.is_some() && !dependency.optional {
            broken.push((dependency.name.as_str(), format!("'{other}' must be optional in 'domain'")));
        }
    }
    broken
}

/// The name of one of our crates as the tables spell it.
fn short(package: &str) -> &str {
    package.strip_prefix("wireclip-").unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::{broken, undrawn};
    use crate::tidy::manifests::{Dependency, Package};

    fn messages(name: &str, dependency: &str, kind: Option<&str>) -> Vec<String> {
        let dependency = Dependency { name: dependency.into(), kind: kind.map(Into::into), optional: false };
        let package =
            Package { name: name.into(), manifest_path: String::new(), dependencies: vec![dependency] };
        broken(&package).into_iter().map(|(_, message)| message).collect()
    }

    #[test]
    fn an_arrow_that_nobody_draws_is_told() {
        let dependency = Dependency { name: "wireclip-domain".into(), kind: None, optional: false };
        let package = Package {
            name: "wireclip-store".into(),
            manifest_path: String::new(),
            dependencies: vec![dependency],
        };
        assert_eq!(undrawn(&package), ["'store' does not import 'schema', which it may"]);
    }

    #[test]
    fn an_arrow_that_points_upwards_is_refused() {
        assert_eq!(
            messages("wireclip-store", "wireclip-services", None),
            ["'store' may not import 'services'"]
        );
        assert_eq!(messages("wireclip-services", "wireclip-store", None), [""; 0]);
    }

    #[test]
    fn a_crate_outside_its_home_is_refused() {
        assert_eq!(messages("wireclip-services", "sea-orm", None), ["'services' is no home of 'sea-orm'"]);
        assert_eq!(messages("wireclip-domain", "sea-orm", None), ["'sea-orm' must be optional in 'domain'"]);
    }

    #[test]
    fn tests_may_import_what_they_like() {
        assert_eq!(messages("wireclip-store", "wireclip-testkit", Some("dev")), [""; 0]);
    }
}
