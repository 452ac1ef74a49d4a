//! Companies, agents and issues to measure with, made through the API like anybody's.

use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};

use crate::client::Client;
use crate::load::Load;
use crate::server::Server;

/// How many connections fill a company.
const CLIENTS: usize = 16;
/// The words of titles and descriptions are two of these syllables.
const SYLLABLES: &[&str] = &[
    "ba", "cor", "del", "fin", "gar", "hul", "jam", "kes", "lun", "mor", "nat", "pel", "qui", "ras", "sto",
    "tem", "ulm", "ver", "wim", "zan",
];

/// A company with labels and issues.
pub(crate) struct World {
    pub(crate) company: String,
    labels: Vec<String>,
    pub(crate) issues: usize,
}

/// Founds a company and returns its id.
///
/// # Errors
/// If the server refuses.
pub(crate) async fn company(client: &mut Client, name: &str) -> anyhow::Result<String> {
    client.post("/companies", &json!({"name": name})).await?.text("id")
}

/// Hires an agent that is a program, and returns its id.
///
/// # Errors
/// If the server refuses.
pub(crate) async fn agent(
    client: &mut Client,
    company: &str,
    name: &str,
    program: &str,
    arguments: &[&str],
) -> anyhow::Result<String> {
    let hire = json!({
        "name": name,
        "role": "engineer",
        "adapterType": "process",
        "adapterConfig": {"command": program, "args": arguments},
    });
    client.post(&format!("/companies/{company}/agents"), &hire).await?.text("id")
}

/// Makes an issue that nobody is given, and returns its id.
///
/// # Errors
/// If the server refuses.
pub(crate) async fn issue(client: &mut Client, company: &str, title: &str) -> anyhow::Result<String> {
    client.post(&format!("/companies/{company}/issues"), &json!({"title": title})).await?.text("id")
}

impl World {
    /// Founds the company, without issues.
    ///
    /// # Errors
    /// If the server refuses.
    pub(crate) async fn found(server: &Server) -> anyhow::Result<Self> {
        let mut client = server.client().await?;
        let company = company(&mut client, "World").await?;
        let mut labels = Vec::new();
        for (number, colour) in ["#112233", "#445566", "#778899", "#aabbcc"].iter().enumerate() {
            let label = json!({"name": format!("label {number}"), "color": colour});
            labels.push(client.post(&format!("/companies/{company}/labels"), &label).await?.text("id")?);
        }
        Ok(Self { company, labels, issues: 0 })
    }

    /// Adds issues until there are `count`, or the time is over.
    ///
    /// # Errors
    /// If the server refuses.
    pub(crate) async fn fill(
        &mut self,
        server: &Server,
        count: usize,
        limit: Duration,
    ) -> anyhow::Result<()> {
        let load = Load { clients: CLIENTS, count: count.saturating_sub(self.issues), limit };
        let path = format!("/companies/{}/issues", self.company);
        let done = load
            .run(server.address(), self.issues, async |client, number| {
                client.post(&path, &self.new_issue(number)).await.map(drop)
            })
            .await?;
        self.issues += done.times.len();
        server.take_statistics()
    }

    /// Returns the id of one of the first issues in the list.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) async fn any_issue(&self, client: &mut Client) -> anyhow::Result<String> {
        let list = client.get(&format!("/companies/{}/issues?limit=1", self.company)).await?.json()?;
        let id = list.pointer("/0/id").and_then(Value::as_str).map(str::to_owned);
        id.context("find an issue")
    }

    fn new_issue(&self, number: usize) -> Value {
        let status = ["todo", "todo", "backlog", "done", "done", "done", "cancelled", "todo"][number % 8];
        let priority = ["medium", "high", "low", "medium", "critical"][number % 5];
        let sentence: Vec<String> = (0..30).map(|place| word(number * 37 + place)).collect();
        json!({
            "title": format!("{} {} {number}", word(number), word(number / 7 + 3)),
            "description": format!("{}.", sentence.join(" ")),
            "status": status,
            "priority": priority,
            "labelIds": [self.labels[number % self.labels.len()]],
        })
    }
}

/// Returns one of four hundred words, the same for the same number.
pub(crate) fn word(number: usize) -> String {
    // Steps that have nothing to do with the count of syllables spread the words.
    let mixed = number.wrapping_mul(2_654_435_761) >> 7;
    let count = SYLLABLES.len();
    format!("{}{}", SYLLABLES[mixed % count], SYLLABLES[(mixed / count) % count])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::word;

    #[test]
    fn words_repeat_but_not_too_often() {
        let mut times = BTreeMap::new();
        for number in 0..40_000 {
            *times.entry(word(number)).or_insert(0) += 1;
        }
        assert_eq!(times.len(), 400);
        assert!(times.values().all(|count| (50..200).contains(count)), "{times:?}");
    }
}
