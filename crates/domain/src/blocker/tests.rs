use proptest::prelude::*;
use serde_json::json;

use super::*;

fn ids<const N: usize>() -> [IssueId; N] {
    std::array::from_fn(|_| IssueId::random())
}

#[test]
fn blockers_are_replaced_as_a_set() {
    let company = CompanyId::random();
    let [issue, old, kept, new] = ids();
    let companies = HashMap::from([old, kept, new].map(|id| (id, company)));
    let blocked_by = HashMap::from([(issue, vec![old, kept])]);
    let decided = decide_blockers(issue, company, &[new, kept, new], &companies, &blocked_by);
    assert_eq!(
        decided,
        Ok(BlockerChange { blockers: vec![new, kept], added: vec![new], removed: vec![old] })
    );
    let same = decide_blockers(issue, company, &[kept, old], &companies, &blocked_by);
    assert!(same.is_ok_and(|change| !change.is_change()));
}

#[test]
fn a_blocker_is_another_issue_of_the_company_and_closes_no_circle() {
    let company = CompanyId::random();
    let [a, b, c, abroad] = ids();
    let mut companies = HashMap::from([a, b, c].map(|id| (id, company)));
    companies.insert(abroad, CompanyId::random());
    let blocked_by = HashMap::from([(b, vec![c]), (c, vec![a])]);
    let decide = |wished: &[IssueId]| decide_blockers(a, company, wished, &companies, &blocked_by);

    assert_eq!(decide(&[a]), Err(BlockersRefused::Itself));
    assert_eq!(decide(&[abroad]), Err(BlockersRefused::NotOfCompany { unknown: vec![abroad] }));
    let refused = decide(&[b]).unwrap_err();
    assert_eq!(refused, BlockersRefused::Cycle { path: vec![a, b, c, a] });
    assert_eq!(refused.details(), Some(OpaqueJson::of(&json!({"cycleIssueIds": [a, b, c, a]}))));
}

#[test]
fn only_a_done_blocker_is_resolved() {
    use crate::words::Word;
    let blocker = |status| Blocker {
        issue_id: IssueId::random(),
        identifier: "ABC-1".into(),
        title: "In the way".into(),
        status,
    };
    for &status in IssueStatus::ALL {
        assert_eq!(check_ready(&[blocker(status)]).is_ok(), status == IssueStatus::Done, "{status}");
    }
    let open = blocker(IssueStatus::Todo);
    let refused = check_ready(&[open.clone(), blocker(IssueStatus::Done)]).unwrap_err();
    let expected = json!({
        "unresolvedBlockerIssueIds": [open.issue_id],
        "unresolvedBlockers": [
            {"issueId": open.issue_id, "identifier": "ABC-1", "title": "In the way", "reason": "not_done"},
        ],
    });
    assert_eq!(refused.details(), Some(OpaqueJson::of(&expected)));
}

#[test]
fn a_parent_stands_neither_at_nor_below_its_child() {
    let company = CompanyId::random();
    let [top, middle, low] = ids();
    let parents = HashMap::from([(middle, top), (low, middle)]);
    let decide = |issue, parent, home| decide_parent(issue, company, parent, home, &parents);
    assert_eq!(decide(top, low, Some(company)), Err(ParentRefused::Cycle { path: vec![low, middle, top] }));
    assert_eq!(decide(top, top, Some(company)), Err(ParentRefused::Itself));
    assert_eq!(decide(low, top, None), Err(ParentRefused::NotOfCompany));
    assert_eq!(decide(low, top, Some(company)), Ok(()));
}

proptest! {
    #[test]
    fn accepted_blockers_never_run_in_a_circle(
        wishes in prop::collection::vec((0_usize..7, prop::collection::vec(0_usize..7, 0..4)), 0..40)
    ) {
        let company = CompanyId::random();
        let issues: [IssueId; 7] = ids();
        let companies = HashMap::from(issues.map(|id| (id, company)));
        let mut blocked_by = BlockedBy::new();
        for (issue, wished) in wishes {
            let wished: Vec<IssueId> = wished.into_iter().map(|at| issues[at]).collect();
            if let Ok(change) = decide_blockers(issues[issue], company, &wished, &companies, &blocked_by) {
                blocked_by.insert(issues[issue], change.blockers);
            }
            for issue in issues {
                for blocker in blocked_by.get(&issue).into_iter().flatten() {
                    prop_assert_eq!(way_to(*blocker, issue, &blocked_by), None);
                }
            }
        }
    }
}
