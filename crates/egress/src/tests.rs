//! Which addresses are refused, in all the ways to write them.

use super::*;

/// Answers every name with the same addresses.
struct Always(Vec<IpAddr>);

#[async_trait]
impl Resolve for Always {
    async fn resolve(&self, _host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(self.0.iter().map(|address| SocketAddr::new(*address, port)).collect())
    }
}

fn verdict(policy: &EgressPolicy, address: &str) -> &'static str {
    match policy.check(&Url::parse(address).unwrap()) {
        Ok(()) => "allowed",
        Err(EgressRefused::Private { .. }) => "private",
        Err(EgressRefused::Metadata { .. }) => "metadata",
        Err(EgressRefused::Scheme(_)) => "scheme",
        Err(EgressRefused::Credentials) => "credentials",
        Err(EgressRefused::NoHost) => "no host",
    }
}

#[test]
fn addresses_in_all_their_forms() {
    let policy = EgressPolicy::default();
    let cases = [
        ("https://example.org/x", "allowed"),
        ("http://93.184.216.34:8080/", "allowed"),
        ("http://[2606:4700::1111]/", "allowed"),
        ("http://[64:ff9b::5db8:d822]/", "allowed"),
        ("http://172.32.0.1/", "allowed"),
        ("http://100.128.0.1/", "allowed"),
        ("ftp://example.org/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("http://user:pass@example.org/", "credentials"),
        ("http://user@example.org/", "credentials"),
        ("http://localhost/", "private"),
        ("http://LOCALHOST.:80/", "private"),
        ("http://a.localhost/", "private"),
        ("http://127.0.0.1:9/", "private"),
        ("http://127.1/", "private"),
        ("http://2130706433/", "private"),
        ("http://0x7f000001/", "private"),
        ("http://0177.0.0.1/", "private"),
        ("http://0x7f.1/", "private"),
        ("http://0.0.0.0/", "private"),
        ("http://10.1.2.3/", "private"),
        ("http://100.64.0.1/", "private"),
        ("http://172.31.255.255/", "private"),
        ("http://192.168.0.1/", "private"),
        ("http://169.254.1.1/", "private"),
        ("http://198.19.0.1/", "private"),
        ("http://203.0.113.9/", "private"),
        ("http://224.0.0.1/", "private"),
        ("http://240.0.0.1/", "private"),
        ("http://255.255.255.255/", "private"),
        ("http://[::]/", "private"),
        ("http://[::1]/", "private"),
        ("http://[::127.0.0.1]/", "private"),
        ("http://[::ffff:127.0.0.1]/", "private"),
        ("http://[::ffff:a00:1]/", "private"),
        ("http://[64:ff9b::10.0.0.1]/", "private"),
        ("http://[64:ff9b:1::1]/", "private"),
        ("http://[fe80::1]/", "private"),
        ("http://[fc00::1]/", "private"),
        ("http://[fd12:3456::1]/", "private"),
        ("http://[ff02::1]/", "private"),
        ("http://[2001:db8::1]/", "private"),
        ("http://[2001:0:1::1]/", "private"),
        ("http://[2002:7f00:1::]/", "private"),
        ("http://169.254.169.254/latest/meta-data", "metadata"),
        ("http://2852039166/", "metadata"),
        ("http://[::ffff:169.254.169.254]/", "metadata"),
        ("http://[::169.254.169.254]/", "metadata"),
        ("http://[64:ff9b::169.254.169.254]/", "metadata"),
        ("http://[fd00:ec2::254]/", "metadata"),
        ("http://100.100.100.200/", "metadata"),
        ("http://metadata.google.internal/", "metadata"),
        ("http://Metadata.Google.Internal./", "metadata"),
    ];
    for (address, expected) in cases {
        assert_eq!(verdict(&policy, address), expected, "{address}");
    }
}

#[test]
fn only_the_exact_origin_is_allowed() {
    let policy = EgressPolicy::allowing([
        "http://127.0.0.1:39461",
        " http://[::1]:8080/ ",
        "https://localhost",
        "http://169.254.169.254",
        "10.0.0.1",
        "",
    ]);
    let cases = [
        ("http://127.0.0.1:39461/wake?who=ada", "allowed"),
        ("http://2130706433:39461/", "allowed"),
        ("http://127.0.0.1:39462/", "private"),
        ("https://127.0.0.1:39461/", "private"),
        ("http://127.0.0.2:39461/", "private"),
        ("http://[::1]:8080/x", "allowed"),
        ("https://localhost:443/", "allowed"),
        ("http://localhost/", "private"),
        ("http://169.254.169.254/", "metadata"),
        ("http://10.0.0.1/", "private"),
    ];
    for (address, expected) in cases {
        assert_eq!(verdict(&policy, address), expected, "{address}");
    }
}

#[tokio::test]
async fn a_name_is_judged_by_all_that_it_resolves_to() {
    let public: IpAddr = "93.184.216.34".parse().unwrap();
    let private: IpAddr = "10.0.0.7".parse().unwrap();
    let metadata: IpAddr = "169.254.169.254".parse().unwrap();
    let url = Url::parse("http://agent.example:8080/wake").unwrap();
    let open = EgressPolicy::default();
    let allowing = EgressPolicy::allowing(["http://agent.example:8080"]);

    let route =
        async |policy: &EgressPolicy, answers: &[IpAddr]| policy.route(&url, &Always(answers.to_vec())).await;
    assert_eq!(route(&open, &[public]).await.unwrap(), [SocketAddr::new(public, 8080)]);
    assert!(matches!(
        route(&open, &[public, private]).await,
        Err(RouteError::Refused(EgressRefused::Private { .. }))
    ));
    assert_eq!(route(&allowing, &[private]).await.unwrap(), [SocketAddr::new(private, 8080)]);
    assert!(matches!(
        route(&allowing, &[private, metadata]).await,
        Err(RouteError::Refused(EgressRefused::Metadata { .. }))
    ));
    assert!(matches!(route(&open, &[]).await, Err(RouteError::Unresolved { .. })));
}

#[test]
fn operators_reach_their_own_networks_and_nobody_reaches_a_clouds() {
    let policy = EgressPolicy::allowing(["http://169.254.7.7:3000"]).of_operators();
    for (address, expected) in [
        ("http://127.0.0.1:3000/api", "allowed"),
        ("http://localhost:3000/api", "allowed"),
        ("http://10.0.0.7/api", "allowed"),
        ("http://[fd00::7]/api", "allowed"),
        ("https://example.org/api", "allowed"),
        ("http://169.254.7.7:3000/api", "allowed"),
        ("http://169.254.7.8:3000/api", "private"),
        ("http://[fe80::1]/api", "private"),
        ("http://169.254.169.254/latest", "metadata"),
        ("http://[::ffff:169.254.169.254]/", "metadata"),
        ("http://metadata.google.internal/", "metadata"),
        ("http://user@10.0.0.7/", "credentials"),
    ] {
        assert_eq!(verdict(&policy, address), expected, "{address}");
    }
    let by_name = |address: &str| policy.check_resolved("box.example", address.parse().unwrap());
    assert_eq!(by_name("10.0.0.7"), Ok(()));
    assert!(by_name("169.254.7.7").is_err(), "another host is allowed there");
    assert!(matches!(by_name("169.254.169.254"), Err(EgressRefused::Metadata { .. })));
}
