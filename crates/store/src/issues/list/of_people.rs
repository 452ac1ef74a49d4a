//! The filters by what people and agents did with an issue.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};
use wireclip_domain::UserId;
use wireclip_schema::issues::{Column, Entity};
use wireclip_schema::{comments, issue_inbox_archives, issue_read_states};

use super::IssueFilter;

/// Makes the condition of all these filters.
pub(super) fn of_people(filter: &IssueFilter) -> Condition {
    let mut all = Condition::all();
    if let Some(user) = &filter.touched_by {
        all = all.add(touched(user));
    }
    if let Some(user) = &filter.in_inbox_of {
        all = all.add(Expr::exists(put_away_by(user)).not());
    }
    if let Some(user) = &filter.unread_for {
        all = all.add(touched(user)).add(Expr::exists(unread_comment(user)));
    }
    if let Some(agent) = filter.participant_agent {
        all = all.add(
            Condition::any()
                .add(Column::AssigneeAgentId.eq(agent))
                .add(Column::CreatedByAgentId.eq(agent))
                .add(Expr::exists(commented(comments::Column::AuthorAgentId.eq(agent)))),
        );
    }
    all
}

fn touched(user: &UserId) -> Condition {
    Condition::any()
        .add(Column::CreatedByUserId.eq(user.clone()))
        .add(Column::AssigneeUserId.eq(user.clone()))
        .add(Expr::exists(read_by(user)))
        .add(Expr::exists(commented(comments::Column::AuthorUserId.eq(user.clone()))))
}

fn this_issue() -> SimpleExpr {
    Expr::col((Entity, Column::Id))
}

fn read_by(user: &UserId) -> SelectStatement {
    use issue_read_states::Column as Read;
    Query::select()
        .expr(Expr::val(1))
        .from(issue_read_states::Entity)
        .and_where(Expr::col((issue_read_states::Entity, Read::IssueId)).eq(this_issue()))
        .and_where(Read::UserId.eq(user.clone()))
        .to_owned()
}

fn put_away_by(user: &UserId) -> SelectStatement {
    use issue_inbox_archives::Column as Archive;
    Query::select()
        .expr(Expr::val(1))
        .from(issue_inbox_archives::Entity)
        .and_where(Expr::col((issue_inbox_archives::Entity, Archive::IssueId)).eq(this_issue()))
        .and_where(Archive::UserId.eq(user.clone()))
        .to_owned()
}

fn commented(by: SimpleExpr) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(comments::Entity)
        .and_where(Expr::col((comments::Entity, comments::Column::IssueId)).eq(this_issue()))
        .and_where(comments::Column::DeletedAt.is_null())
        .and_where(by)
        .to_owned()
}

/// A comment of somebody else, later than all that the person read of or wrote on the issue.
fn unread_comment(user: &UserId) -> SelectStatement {
    use comments::Column as Comment;
    use issue_read_states::Column as Read;
    let is_others =
        Condition::any().add(Comment::AuthorUserId.is_null()).add(Comment::AuthorUserId.ne(user.clone()));
    let created_at = || Expr::col((comments::Entity, Comment::CreatedAt));
    let own = Alias::new("own");
    let said_since = Query::select()
        .expr(Expr::val(1))
        .from_as(comments::Entity, own.clone())
        .and_where(Expr::col((own.clone(), Comment::IssueId)).eq(this_issue()))
        .and_where(Expr::col((own.clone(), Comment::AuthorUserId)).eq(user.clone()))
        .and_where(Expr::col((own, Comment::CreatedAt)).gte(created_at()))
        .to_owned();
    let mut read_since = read_by(user);
    read_since.and_where(Expr::col((issue_read_states::Entity, Read::LastReadAt)).gte(created_at()));
    Query::select()
        .expr(Expr::val(1))
        .from(comments::Entity)
        .and_where(Expr::col((comments::Entity, Comment::IssueId)).eq(this_issue()))
        .and_where(Comment::DeletedAt.is_null())
        .cond_where(is_others)
        .and_where(Expr::exists(read_since).not())
        .and_where(Expr::exists(said_since).not())
        .to_owned()
}
