//! Which environment a run uses.

use crate::OpaqueJson;
use crate::ids::EnvironmentId;

/// The member of an issue's and of a project's settings that chooses an environment.
pub const CHOICE: &str = "environmentId";

/// A choice that is there, and is no id of an environment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the environment that the {chooser} chooses, {said}, is no id of one")]
pub struct UnreadableChoice {
    /// What chooses.
    pub chooser: &'static str,
    /// What stands there.
    pub said: String,
}

/// An environment, or nothing; or what nobody can read.
pub type Choice = Result<Option<EnvironmentId>, UnreadableChoice>;

/// Everything that may choose the environment of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentChoices {
    /// What the issue says.
    pub issue: Choice,
    /// What the issue's project says.
    pub project: Choice,
    /// What the agent's `defaultEnvironmentId` says.
    pub agent: Option<EnvironmentId>,
    /// What the instance's `defaultEnvironmentId` says.
    pub instance: Option<EnvironmentId>,
}

/// Reads the choice of an issue's or project's settings.
///
/// # Errors
/// If there is one, and it is no id.
pub fn choice_in(chooser: &'static str, settings: Option<&OpaqueJson>) -> Choice {
    let chosen = settings.and_then(|settings| settings.get(CHOICE)).filter(|chosen| !chosen.is_null());
    let Some(chosen) = chosen else { return Ok(None) };
    let id = chosen.as_text().and_then(|text| text.parse().ok());
    id.map(Some).ok_or_else(|| UnreadableChoice { chooser, said: chosen.to_string() })
}

/// Returns settings with another choice; nothing if nothing is left in them.
#[must_use]
pub fn with_choice(settings: Option<&OpaqueJson>, choice: Option<EnvironmentId>) -> Option<OpaqueJson> {
    let mut settings = settings.cloned().unwrap_or_default();
    match choice {
        Some(id) => settings.set(CHOICE, &id),
        None => drop(settings.remove(CHOICE)),
    }
    let is_empty = settings.keys().next().is_none();
    (!is_empty).then_some(settings)
}

/// Returns the environment that was chosen nearest to the work; `None` means the local one.
///
/// A choice that cannot be used is not passed over: the run fails and says so, since falling back
/// to this machine would run a stranger's work where its owner did not want it.
///
/// # Errors
/// If the nearest choice cannot be read.
pub fn select(choices: EnvironmentChoices) -> Choice {
    let EnvironmentChoices { issue, project, agent, instance } = choices;
    match issue? {
        Some(issue) => Ok(Some(issue)),
        None => project.map(|project| project.or(agent).or(instance)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(choice: &OpaqueJson) -> OpaqueJson {
        let mut settings = OpaqueJson::object();
        settings.set("mode", &"shared_workspace");
        settings.set(CHOICE, choice);
        settings
    }

    #[test]
    fn the_choice_nearest_to_the_work_wins() {
        let [issue, project, agent, instance] = std::array::from_fn(|_| EnvironmentId::random());
        let mut choices = EnvironmentChoices {
            issue: Ok(Some(issue)),
            project: Ok(Some(project)),
            agent: Some(agent),
            instance: Some(instance),
        };
        assert_eq!(select(choices.clone()), Ok(Some(issue)));
        choices.issue = Ok(None);
        assert_eq!(select(choices.clone()), Ok(Some(project)));
        choices.project = Ok(None);
        assert_eq!(select(choices.clone()), Ok(Some(agent)));
        choices.agent = None;
        assert_eq!(select(choices.clone()), Ok(Some(instance)));
        choices.instance = None;
        assert_eq!(select(choices), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_refused_and_not_passed_over() {
        for odd in [OpaqueJson::of(&"the sandbox"), OpaqueJson::of(&7), OpaqueJson::of(&"")] {
            let choice = choice_in("project", Some(&settings(&odd)));
            assert_eq!(choice, Err(UnreadableChoice { chooser: "project", said: odd.to_string() }));
            let nobody = EnvironmentChoices {
                issue: Ok(None),
                project: choice.clone(),
                agent: Some(EnvironmentId::random()),
                instance: None,
            };
            assert_eq!(select(nobody.clone()), choice);
            let issue = EnvironmentId::random();
            // A choice that is nearer counts alone.
            assert_eq!(select(EnvironmentChoices { issue: Ok(Some(issue)), ..nobody }), Ok(Some(issue)));
        }
        for nothing in [None, Some(settings(&OpaqueJson::of(&()))), Some(OpaqueJson::object())] {
            assert_eq!(choice_in("project", nothing.as_ref()), Ok(None));
        }
    }

    #[test]
    fn a_choice_is_laid_among_other_settings_and_taken_out_of_them() {
        let id = EnvironmentId::random();
        let alone = with_choice(None, Some(id)).unwrap();
        assert_eq!(choice_in("issue", Some(&alone)), Ok(Some(id)));
        assert_eq!(with_choice(Some(&alone), None), None);
        let among = settings(&OpaqueJson::of(&id));
        let other = EnvironmentId::random();
        let changed = with_choice(Some(&among), Some(other)).unwrap();
        assert_eq!(
            (choice_in("issue", Some(&changed)), changed.text("mode")),
            (Ok(Some(other)), Some("shared_workspace"))
        );
        assert_eq!(with_choice(Some(&among), None).unwrap().keys().collect::<Vec<_>>(), ["mode"]);
    }
}
