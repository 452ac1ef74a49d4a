//! Which issues of a tree a control concerns, in every status.

use super::*;
use crate::words::Word as _;

fn issue(status: IssueStatus) -> TreeIssue {
    TreeIssue { status, remembered: None, is_paused_by_root: false }
}

#[test]
fn pausing_and_cancelling_leave_closed_issues_alone() {
    for status in IssueStatus::ALL {
        let expected = status.is_closed().then_some(TreeSkip::TerminalStatus);
        assert_eq!(skips(TreeMode::Pause, &issue(*status)), expected, "{status}");
        assert_eq!(skips(TreeMode::Cancel, &issue(*status)), expected, "{status}");
    }
}

#[test]
fn only_what_the_cancellation_took_and_nobody_moved_since_is_restored() {
    for status in IssueStatus::ALL {
        for remembered in [None, Some(IssueStatus::InReview)] {
            let is_ours = *status == IssueStatus::Cancelled && remembered.is_some();
            let skipped = skips(TreeMode::Restore, &TreeIssue { remembered, ..issue(*status) });
            assert_eq!(skipped.is_none(), is_ours, "{status} {remembered:?}");
        }
    }
}

#[test]
fn resuming_concerns_open_issues_that_the_root_pauses() {
    for status in IssueStatus::ALL {
        for is_paused_by_root in [false, true] {
            let skipped = skips(TreeMode::Resume, &TreeIssue { is_paused_by_root, ..issue(*status) });
            assert_eq!(skipped.is_none(), is_paused_by_root && !status.is_closed(), "{status}");
        }
    }
}

#[test]
fn what_was_in_progress_waits_again_and_nothing_else_moves() {
    for status in IssueStatus::ALL {
        let goes = restored(*status);
        let stays = *status != IssueStatus::InProgress;
        assert_eq!(goes, if stays { *status } else { IssueStatus::Todo });
    }
}

#[test]
fn what_undoes_another_does_not_last() {
    for mode in TreeMode::ALL {
        assert_eq!(mode.lasts(), mode.undoes().is_none(), "{mode}");
    }
}
