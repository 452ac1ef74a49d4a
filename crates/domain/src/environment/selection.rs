//! Which environment a run uses.

use crate::ids::EnvironmentId;

/// Everything that may choose the environment of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EnvironmentChoices {
    /// What the issue says.
    pub issue: Option<EnvironmentId>,
    /// What the issue's project says.
    pub project: Option<EnvironmentId>,
    /// What the agent's `defaultEnvironmentId` says.
    pub agent: Option<EnvironmentId>,
    /// What the instance's `defaultEnvironmentId` says.
    pub instance: Option<EnvironmentId>,
}

/// Returns the environment that was chosen nearest to the work; `None` means the local one.
///
/// A choice that cannot be used is not passed over: the run fails and says so, since falling back
/// to this machine would run a stranger's work where its owner did not want it.
#[must_use]
pub fn select(choices: EnvironmentChoices) -> Option<EnvironmentId> {
    choices.issue.or(choices.project).or(choices.agent).or(choices.instance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_nearest_to_the_work_wins() {
        let [issue, project, agent, instance] = std::array::from_fn(|_| EnvironmentId::random());
        let mut choices = EnvironmentChoices {
            issue: Some(issue),
            project: Some(project),
            agent: Some(agent),
            instance: Some(instance),
        };
        assert_eq!(select(choices), Some(issue));
        choices.issue = None;
        assert_eq!(select(choices), Some(project));
        choices.project = None;
        assert_eq!(select(choices), Some(agent));
        choices.agent = None;
        assert_eq!(select(choices), Some(instance));
        choices.instance = None;
        assert_eq!(select(choices), None);
    }
}
