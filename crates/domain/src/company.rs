//! A company: the tenant that everything else belongs to.

use crate::words;

words! {
    /// Whether a company works.
    pub enum CompanyStatus("company status") {
        Active = "active",
        Paused = "paused",
        Archived = "archived",
    }
}

words! {
    /// Why a company, project or agent is paused.
    pub enum PauseReason("pause reason") {
        Manual = "manual",
        Budget = "budget",
        System = "system",
        CompanyArchived = "company_archived",
        Import = "import",
    }
}
