use super::*;

/// A run that succeeded on an issue in progress, did nothing and said nothing.
fn silent() -> LivenessEvidence {
    LivenessEvidence {
        status: RunStatus::Succeeded,
        issue: Some(IssueStatus::InProgress),
        deeds: Deeds::default(),
        is_planning_task: false,
        texts: RunTexts::default(),
    }
}

fn saying(text: &str) -> LivenessEvidence {
    LivenessEvidence { texts: RunTexts { result: vec![text.to_owned()], ..RunTexts::default() }, ..silent() }
}

/// Texts that agents left without doing anything, and what they mean.
const CORPUS: &[(&str, LivenessState)] = &[
    ("", LivenessState::EmptyResponse),
    ("  \n---\n", LivenessState::EmptyResponse),
    ("I will start by reading the repository and then write the tests.", LivenessState::PlanOnly),
    ("Next steps: add the index, then measure again.", LivenessState::PlanOnly),
    ("Let me look at the failing test first.", LivenessState::PlanOnly),
    ("I’ll add the endpoint tomorrow.", LivenessState::PlanOnly),
    ("I will deploy this to production.", LivenessState::NeedsFollowup),
    ("I'm going to delete the old tables.", LivenessState::NeedsFollowup),
    ("I plan to merge the branch; should I?", LivenessState::NeedsFollowup),
    ("The report has three chapters.", LivenessState::NeedsFollowup),
    ("I am blocked by the missing licence key.", LivenessState::Blocked),
    ("The change requires approval of the board.", LivenessState::Blocked),
    ("Cannot proceed without credentials for the registry.", LivenessState::Blocked),
];

#[test]
fn the_corpus_is_read_as_it_was_meant() {
    for (text, expected) in CORPUS {
        assert_eq!(classify(&saying(text)).state, *expected, "{text}");
    }
}

#[test]
fn deeds_count_before_words() {
    let deeds = Deeds { activities: 1, ..Deeds::default() };
    assert_eq!(classify(&LivenessEvidence { deeds, ..silent() }).state, LivenessState::Advanced);
    let announced = LivenessEvidence { deeds, ..saying("I will go on tomorrow.") };
    assert_eq!(classify(&announced).state, LivenessState::Advanced);
    assert_eq!(classify(&silent()).state, LivenessState::EmptyResponse);
}

#[test]
fn how_the_run_and_the_issue_stand_counts_before_everything() {
    let of = |status, issue| classify(&LivenessEvidence { status, issue, ..saying("All is well.") }).state;
    assert_eq!(of(RunStatus::Interrupted, None), LivenessState::NeedsFollowup);
    for status in [RunStatus::Failed, RunStatus::Cancelled, RunStatus::TimedOut] {
        assert_eq!(of(status, Some(IssueStatus::Done)), LivenessState::Failed);
    }
    assert_eq!(of(RunStatus::Succeeded, Some(IssueStatus::Done)), LivenessState::Completed);
    assert_eq!(of(RunStatus::Succeeded, Some(IssueStatus::Blocked)), LivenessState::Blocked);
}

#[test]
fn where_a_text_is_asked_for_a_text_is_progress() {
    assert!(is_planning_task("Draft the pricing page", ""));
    assert!(is_planning_task("Pricing", "Please write a plan for it."));
    assert!(!is_planning_task("Fix the login", "It fails on Tuesdays."));
    let planning = LivenessEvidence { is_planning_task: true, ..saying("I will use three tiers.") };
    assert_eq!(classify(&planning).state, LivenessState::Advanced);
}

#[test]
fn output_is_read_only_where_all_else_is_silent_and_without_its_noise() {
    let noise = "[paperclip] started\n{\"type\":\"x\"}\nDEBUG connected\n42\n";
    let texts = RunTexts { output: noise.to_owned(), ..RunTexts::default() };
    assert_eq!(texts.useful(), None);
    let texts = RunTexts { output: format!("{noise}I will begin now.\n"), ..RunTexts::default() };
    assert_eq!(texts.useful().as_deref(), Some("I will begin now."));
    let comments = vec!["First.".to_owned(), "Last.".to_owned()];
    assert_eq!(RunTexts { comments, ..texts }.useful().as_deref(), Some("Last."));
}

#[test]
fn the_next_action_is_what_the_agent_named_or_announced() {
    let named = RunTexts { result_next_action: Some("Review it".to_owned()), ..RunTexts::default() };
    assert_eq!(named.next_action().as_deref(), Some("Review it"));
    let result = vec!["Read the code.\nNext step: write tests.".to_owned()];
    let announced = RunTexts { result, ..RunTexts::default() };
    assert_eq!(announced.next_action().as_deref(), Some("Next step: write tests."));
    let long = RunTexts { result_next_action: Some("x".repeat(900)), ..RunTexts::default() };
    let run = LivenessEvidence { texts: long, ..silent() };
    assert_eq!(classify(&run).next_action.map(|text| text.len()), Some(LONGEST_TEXT));
}
