//! What settings mean.

use serde_json::json;

use super::*;

fn verdict(settings: &serde_json::Value, secrets: &[&str]) -> ConfigVerdict {
    let config = ConfiguredSpec {
        settings: OpaqueJson::of(settings),
        present_secrets: secrets.iter().map(|key| (*key).to_owned()).collect(),
    };
    validate(&config, &DaytonaDefaults::default())
}

fn resolve(settings: &serde_json::Value, key: Option<&str>) -> Result<DaytonaConfig, ProviderError> {
    let secrets = key.map(|key| (API_KEY.to_owned(), SecretString::from(key))).into_iter().collect();
    let spec = ResolvedSpec { settings: OpaqueJson::of(settings), secrets };
    DaytonaConfig::resolve(&spec, &DaytonaDefaults::default())
}

#[test]
fn a_key_alone_is_enough_and_the_normal_form_has_every_field() {
    let verdict = verdict(&json!({}), &["apiKey"]);
    assert_eq!(verdict.errors, Vec::<String>::new());
    let normalized = verdict.normalized.unwrap();
    let expected = json!({
        "apiUrl": null, "target": null, "snapshot": null, "image": null, "language": null, "cpu": null,
        "memory": null, "disk": null, "gpu": null, "timeoutMs": 300_000, "livenessTimeoutMs": 30_000,
        "autoStopInterval": 15, "autoArchiveInterval": 60, "autoDeleteInterval": 10_080,
        "reuseLease": false,
    });
    assert_eq!(normalized, OpaqueJson::of(&expected));
}

#[test]
fn texts_are_trimmed_and_numbers_may_be_texts() {
    let settings = json!({
        "apiUrl": " https://daytona.example/api ", "image": " node:24 ", "cpu": "2", "memory": 4.5,
        "timeoutMs": "1500.9", "target": "  ", "disk": "",
    });
    let verdict = verdict(&settings, &["apiKey"]);
    assert_eq!(verdict.errors, Vec::<String>::new());
    let normalized = verdict.normalized.unwrap();
    assert_eq!(normalized.text("apiUrl"), Some("https://daytona.example/api"));
    assert_eq!(normalized.text("image"), Some("node:24"));
    assert_eq!(normalized.get("cpu"), Some(OpaqueJson::of(&2.0)));
    assert_eq!(normalized.get("timeoutMs"), Some(OpaqueJson::of(&1500)));
    assert!(normalized.get("target").unwrap().is_null());
}

#[test]
fn everything_that_is_wrong_is_named_at_once() {
    let settings = json!({
        "apiUrl": "daytona", "snapshot": "base", "image": " ", "cpu": 0, "memory": "much",
        "timeoutMs": 0, "autoStopInterval": -1, "autoDeleteInterval": -2, "language": "cobol",
        "reuseLease": "true",
    });
    let errors = verdict(&settings, &[]).errors;
    for part in [
        "apiUrl",
        "image",
        "cpu",
        "memory",
        "timeoutMs",
        "autoStopInterval",
        "autoDeleteInterval",
        "language",
        "reuseLease",
        "API key",
    ] {
        assert!(errors.iter().any(|error| error.contains(part)), "{part} in {errors:?}");
    }
}

#[test]
fn resources_need_an_image_unless_a_snapshot_was_laid_over_it() {
    assert!(!verdict(&json!({"cpu": 2, "snapshot": "base"}), &["apiKey"]).is_ok());
    assert!(!verdict(&json!({"cpu": 2}), &["apiKey"]).is_ok());
    assert!(verdict(&json!({"cpu": 2, "image": "node"}), &["apiKey"]).is_ok());

    let config = resolve(&json!({"cpu": 2, "snapshot": "captured"}), Some("key")).unwrap();
    assert_eq!(config.settings.cpu, None);
    assert!(resolve(&json!({"cpu": 2}), Some("key")).is_err());
}

#[test]
fn what_tells_accounts_apart_is_address_and_key_and_never_the_region() {
    let print =
        |settings: serde_json::Value, key: &str| resolve(&settings, Some(key)).unwrap().account.print();
    let base = print(json!({}), "key");
    assert_eq!(base, print(json!({"target": "us", "apiUrl": "https://app.daytona.io/api/"}), " key "));
    assert_ne!(base, print(json!({}), "other"));
    assert_ne!(base, print(json!({"apiUrl": "https://daytona.example/api"}), "key"));
    assert_ne!(base, print(json!({"organizationId": "acme"}), "key"));
}

#[test]
fn another_process_reaches_the_same_account_by_the_settled_settings() {
    let defaults = DaytonaDefaults {
        api_key: Some("server-key".into()),
        api_url: Some("https://daytona.example/api/".to_owned()),
        target: Some("eu".to_owned()),
        organisation: Some("acme".to_owned()),
        private_origins: vec!["http://169.254.7.7:3000".to_owned()],
    };
    let spec = ResolvedSpec { settings: OpaqueJson::object(), secrets: BTreeMap::new() };
    let here = DaytonaConfig::resolve(&spec, &defaults).unwrap();
    let there = DaytonaConfig::resolve(&here.settle(&spec), &DaytonaDefaults::default()).unwrap();
    assert_eq!(here.account.print(), there.account.print());
    assert_eq!(there.settings.target.as_deref(), Some("eu"));
    assert_eq!(here.account.egress, there.account.egress);
}

#[test]
fn an_address_that_is_never_called_is_refused_when_it_is_saved() {
    let verdict = |address: &str| {
        let mut settings = OpaqueJson::object();
        settings.set("apiUrl", &address);
        let spec = ConfiguredSpec { settings, present_secrets: vec!["apiKey".to_owned()] };
        validate(&spec, &DaytonaDefaults::default())
    };
    for address in
        ["http://169.254.169.254/api", "http://[fe80::1]/api", "http://metadata.google.internal/api"]
    {
        assert!(!verdict(address).is_ok(), "{address}");
    }
    for address in ["http://127.0.0.1:3000/api", "http://10.0.0.7/api", "https://daytona.example/api"] {
        assert!(verdict(address).is_ok(), "{address}: {:?}", verdict(address).errors);
    }
}
