//! What a program is told, what it inherits and what may be seen of it.

use serde_json::json;

use super::*;
use crate::process::tests::order;
use crate::settings::tests::settings;

fn agent_variables(env: serde_json::Value) -> BTreeMap<String, String> {
    let settings = settings(serde_json::Map::from_iter([("env".to_owned(), env)]).into());
    let mut reader = SettingsReader::new(&settings);
    let variables = read_variables(&mut reader);
    reader.finish(variables).unwrap()
}

fn value<'a>(environment: &'a ChildEnvironment, name: &str) -> Option<&'a str> {
    environment.variables.get(name).map(|value| value.expose_secret())
}

#[test]
fn a_program_is_told_exactly_the_recorded_names() {
    let mut order = order(json!({}));
    order.inherited_environment.extend([
        ("PAPERCLIP_LISTEN_HOST".to_owned(), "127.0.0.1".to_owned()),
        ("PAPERCLIP_LISTEN_PORT".to_owned(), "3100".to_owned()),
    ]);
    let environment = compose(&order, &BTreeMap::new());
    let names: Vec<&str> = environment.variables.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "PAPERCLIP_AGENT_ID",
            "PAPERCLIP_API_KEY",
            "PAPERCLIP_API_URL",
            "PAPERCLIP_COMPANY_ID",
            "PAPERCLIP_LISTEN_HOST",
            "PAPERCLIP_LISTEN_PORT",
            "PAPERCLIP_RUNTIME_API_URL",
            "PAPERCLIP_RUN_ID",
            "PAPERCLIP_RUN_SCRATCH_DIR",
            "PAPERCLIP_SCRATCH_DIR",
            "PAPERCLIP_TASK_SCRATCH_DIR",
            "PAPERCLIP_TMPDIR",
            "PATH",
            "TEMP",
            "TMP",
            "TMPDIR",
        ]
    );
    assert_eq!(value(&environment, "PAPERCLIP_RUN_ID"), Some(order.run_id.to_string().as_str()));
    assert_eq!(value(&environment, "PAPERCLIP_API_URL"), Some("http://127.0.0.1:3100"));
    assert_eq!(value(&environment, "TMPDIR"), order.scratch.to_str());
}

#[test]
fn an_agents_variables_never_win_over_the_control_plane() {
    let order = order(json!({}));
    let forged = agent_variables(json!({
        "PAPERCLIP_RUN_ID": "forged", "PAPERCLIP_AGENT_ID": "forged", "PAPERCLIP_API_KEY": "mine",
        "PAPERCLIP_API_URL": "http://evil", "TMPDIR": "/", "PAPERCLIP_EXTRA": "yes",
        "COLOR": {"type": "plain", "value": "green"},
    }));
    let environment = compose(&order, &forged);
    assert_eq!(value(&environment, "PAPERCLIP_RUN_ID"), Some(order.run_id.to_string().as_str()));
    assert_eq!(value(&environment, "PAPERCLIP_AGENT_ID"), Some(order.agent_id.to_string().as_str()));
    assert_eq!(value(&environment, "PAPERCLIP_API_KEY"), Some(order.run_token.expose_secret()));
    assert_eq!(value(&environment, "PAPERCLIP_API_URL"), Some("http://127.0.0.1:3100"));
    assert_eq!(value(&environment, "TMPDIR"), order.scratch.to_str());
    assert_eq!(value(&environment, "PAPERCLIP_EXTRA"), Some("yes"));
    assert_eq!(value(&environment, "COLOR"), Some("green"));
}

#[test]
fn of_the_servers_environment_only_the_list_is_inherited() {
    let mut order = order(json!({}));
    order.inherited_environment = [
        ("PATH", "/bin"),
        ("LC_ALL", "C"),
        ("DATABASE_URL", "postgres://x"),
        ("PAPERCLIP_API_KEY", "server's"),
        ("PAPERCLIP_MASTER_KEY", "server's"),
        ("WIRECLIP_DATABASE_URL", "server's"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let environment = compose(&order, &BTreeMap::new());
    assert_eq!(value(&environment, "PATH"), Some("/bin"));
    assert_eq!(value(&environment, "LC_ALL"), Some("C"));
    for name in ["DATABASE_URL", "PAPERCLIP_MASTER_KEY", "WIRECLIP_DATABASE_URL"] {
        assert_eq!(value(&environment, name), None, "{name}");
    }
    assert_eq!(value(&environment, "PAPERCLIP_API_KEY"), Some(order.run_token.expose_secret()));
}

#[test]
fn secrets_are_not_shown_and_are_masked_with_the_token() {
    let mut order = order(json!({}));
    order.inherited_environment.insert("HTTPS_PROXY".to_owned(), "http://me:hunter22@proxy:1".to_owned());
    let variables =
        agent_variables(json!({"COLOR": "green", "OPENAI_API_KEY": "sk-one-two", "EXTRA": "yes"}));
    let environment = compose(&order, &variables);

    let is_shown = |name: &str| environment.shown.iter().any(|shown| shown == name);
    for name in
        ["COLOR", "EXTRA", "PAPERCLIP_RUN_ID", "PAPERCLIP_AGENT_ID", "PAPERCLIP_API_URL", "TMPDIR", "PATH"]
    {
        assert!(is_shown(name), "{name} is shown");
    }
    for name in ["OPENAI_API_KEY", "PAPERCLIP_API_KEY", "HTTPS_PROXY"] {
        assert!(!is_shown(name), "{name} is hidden");
    }
    let mut secrets: Vec<&str> = environment.secrets.iter().map(|secret| secret.expose_secret()).collect();
    secrets.sort_unstable();
    assert_eq!(secrets, ["hunter22", "sk-one-two", "the-run-token"]);
}

#[test]
fn variables_that_cannot_work_are_named() {
    let settings = settings(json!({"env": {
        "GOOD": "x", "A=B": "x", "NUL": "a\u{0}b", "NUMBER": 7,
        "STORED": {"type": "secret_ref", "secretId": "s"}, "ODD": {"type": "plain"},
    }}));
    let mut reader = SettingsReader::new(&settings);
    let variables = read_variables(&mut reader);
    assert_eq!(variables.keys().collect::<Vec<_>>(), ["GOOD"]);
    let problems = reader.finish(()).unwrap_err();
    let keys: std::collections::BTreeSet<&str> =
        problems.iter().map(|problem| problem.key.as_str()).collect();
    assert_eq!(keys, ["env.A=B", "env.NUL", "env.NUMBER", "env.ODD", "env.STORED"].into());
}

#[test]
fn a_stored_secret_is_given_and_masked_whatever_it_is_called() {
    let mut order = order(json!({}));
    let given = |name: &str, value: &str| (name.to_owned(), SecretString::from(value));
    order.secret_variables = BTreeMap::from([
        given("COLOR", "violet"),
        given("LINES", "one long line of a key\nshort"),
        given("PAPERCLIP_API_KEY", "another token"),
    ]);
    let id = wireclip_domain::SecretId::random();
    let agent = agent_variables(json!({"COLOR": {"type": "secret_ref", "secretId": id}, "MODE": "fast"}));
    let environment = compose(&order, &agent);
    assert_eq!(value(&environment, "COLOR"), Some("violet"));
    assert_eq!(value(&environment, "MODE"), Some("fast"));
    assert_eq!(value(&environment, "PAPERCLIP_API_KEY"), Some("the-run-token"));
    assert!(!environment.shown.contains(&"COLOR".to_owned()));
    let masked: Vec<&str> = environment.secrets.iter().map(|secret| secret.expose_secret()).collect();
    for expected in ["violet", "one long line of a key"] {
        assert!(masked.contains(&expected), "{masked:?}");
    }
}

#[test]
fn a_program_elsewhere_gets_nothing_of_this_machine_and_no_token() {
    let mut order = order(json!({}));
    let given = |name: &str, value: &str| (name.to_owned(), SecretString::from(value));
    order.elsewhere = Some(Elsewhere {
        variables: BTreeMap::from([given("REGION", "north"), given("PIN", "stored-word")]),
        secrets: vec!["stored-word".into()],
    });
    let agent = agent_variables(json!({"REGION": "south", "PAPERCLIP_API_KEY": "mine"}));
    let environment = compose(&order, &agent);
    let names: Vec<&str> = environment.variables.keys().map(String::as_str).collect();
    assert_eq!(names, ["PAPERCLIP_AGENT_ID", "PAPERCLIP_COMPANY_ID", "PAPERCLIP_RUN_ID", "PIN", "REGION"]);
    assert_eq!(value(&environment, "REGION"), Some("south"));
    let masked: Vec<&str> = environment.secrets.iter().map(|secret| secret.expose_secret()).collect();
    assert!(masked.contains(&"stored-word"), "{masked:?}");
}
