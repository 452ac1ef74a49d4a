//! Labels of a company.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::{LabelId, OpaqueJson};
use wireclip_store::PageLimit;
use wireclip_store::companies::Company;
use wireclip_store::labels::{self, Label};

use crate::change::{ActivityRecord, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

/// Actions on labels.
#[derive(Debug, Clone)]
pub struct Labels {
    core: Arc<Core>,
}

/// A label to make.
#[derive(Debug, Clone)]
pub struct NewLabel {
    /// Its name, unique within the company.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub color: String,
}

impl Labels {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a label within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: LabelId) -> ServiceResult<Scoped<Label>> {
        let label = labels::get(&self.core.store.read(), &request.scope(), id).await?;
        label.map(|label| request.found(label)).ok_or_else(|| ServiceError::not_found("Label not found"))
    }

    /// Lists a company's labels by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, company: &Scoped<Company>) -> ServiceResult<Vec<Label>> {
        Ok(labels::list(&self.core.store.read(), company.id, PageLimit::MAX).await?)
    }

    /// Makes a label.
    ///
    /// # Errors
    /// `Conflict` if the company has one of that name.
    pub async fn create(&self, company: &Scoped<Company>, new: NewLabel) -> ServiceResult<Committed<Label>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let label = Label {
            id: LabelId::random(),
            company_id: company.id,
            name: new.name,
            color: new.color,
            created_at: change.now(),
            updated_at: change.now(),
        };
        labels::insert(&change.conn(), &label).await?;
        change.record(
            label.company_id,
            ActivityRecord::about(EntityType::Label, label.id, Action::LabelCreated, details_of(&label)),
        );
        change.commit(label).await
    }

    /// Removes a label, also from the issues that have it; returns it as it was.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn delete(&self, label: &Scoped<Label>) -> ServiceResult<Committed<Label>> {
        let mut change = self.core.begin_in(label.company_id, label.request()).await?;
        labels::delete(&change.conn(), label.id).await?;
        change.record(
            label.company_id,
            ActivityRecord::about(EntityType::Label, label.id, Action::LabelDeleted, details_of(label)),
        );
        change.commit(Label::clone(label)).await
    }
}

fn details_of(label: &Label) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("name", &label.name);
    details.set("color", &label.color);
    details
}
