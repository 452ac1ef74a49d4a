//! Which commands are limited more than they ask for.

use std::collections::BTreeMap;

use wireclip_ports::sandbox::ShellProfile;

use super::*;

fn git(arguments: &str) -> bool {
    let command = RemoteCommand {
        program: "/usr/bin/git".to_owned(),
        arguments: arguments.split(' ').map(str::to_owned).collect(),
        directory: None,
        environment: BTreeMap::new(),
        profile: ShellProfile::Bare,
    };
    is_git_over_network(&command)
}

#[test]
fn git_over_the_network_is_told_from_git_at_home() {
    for arguments in [
        "push",
        "-C /x fetch --all",
        "-c a=b --git-dir /y pull",
        "--no-pager ls-remote",
        "clone url",
        "remote -v update",
        "submodule update --init",
    ] {
        assert!(git(arguments), "{arguments}");
    }
    for arguments in
        ["status", "-C push log", "remote add x y", "submodule status", "commit -m push", "--version"]
    {
        assert!(!git(arguments), "{arguments}");
    }
}

#[test]
fn seconds_are_rounded_up_and_at_least_one() {
    let of = |millis| seconds(Duration::from_millis(millis));
    assert_eq!((of(0), of(1), of(1000), of(1001)), (1, 1, 1, 2));
}
