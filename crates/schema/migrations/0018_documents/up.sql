-- Documents of issues with their revisions, and talks about passages of them. One text for SQLite and
-- PostgreSQL.

CREATE TABLE documents (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  key text NOT NULL,
  title text,
  format text NOT NULL,
  -- The latest revision's text: lists have it.
  body text NOT NULL,
  body_bytes bigint NOT NULL,
  latest_revision_id uuid NOT NULL,
  latest_revision_number bigint NOT NULL,
  -- Who wrote it first and last: an agent or a person. Kept when they are gone.
  created_by_agent_id uuid,
  created_by_user_id text,
  updated_by_agent_id uuid,
  updated_by_user_id text,
  locked_at timestamptz,
  locked_by_user_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (issue_id, key)
);
CREATE INDEX documents_by_company ON documents (company_id);

CREATE TABLE document_revisions (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  title text,
  format text NOT NULL,
  body text NOT NULL,
  body_bytes bigint NOT NULL,
  change_summary text,
  created_by_agent_id uuid,
  created_by_user_id text,
  -- The run in which it was written; kept when the run is gone.
  created_by_run_id uuid,
  created_at timestamptz NOT NULL,
  UNIQUE (document_id, number)
);
CREATE INDEX document_revisions_by_company ON document_revisions (company_id);
CREATE INDEX document_revisions_by_run ON document_revisions (created_by_run_id)
  WHERE created_by_run_id IS NOT NULL;

CREATE TABLE document_annotations (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  status text NOT NULL,
  anchor_state text NOT NULL,
  anchor_confidence text NOT NULL,
  -- The revision in which the passage was selected, and the one in which it was looked for last.
  original_revision_id uuid NOT NULL,
  original_revision_number bigint NOT NULL,
  current_revision_id uuid NOT NULL,
  current_revision_number bigint NOT NULL,
  selected_text text NOT NULL,
  prefix_text text NOT NULL,
  suffix_text text NOT NULL,
  normalized_start bigint NOT NULL,
  normalized_end bigint NOT NULL,
  markdown_start bigint NOT NULL,
  markdown_end bigint NOT NULL,
  -- As it was selected.
  selector jsonb NOT NULL,
  created_by_agent_id uuid,
  created_by_user_id text,
  resolved_by_agent_id uuid,
  resolved_by_user_id text,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX document_annotations_by_document ON document_annotations (document_id, created_at);
CREATE INDEX document_annotations_by_company ON document_annotations (company_id);

CREATE TABLE document_annotation_comments (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  annotation_id uuid NOT NULL REFERENCES document_annotations (id) ON DELETE CASCADE,
  -- The order of a talk; two comments may be of the same millisecond.
  seq bigint NOT NULL,
  body text NOT NULL,
  author_type text NOT NULL,
  author_agent_id uuid,
  author_user_id text,
  created_by_run_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (annotation_id, seq)
);
CREATE INDEX document_annotation_comments_by_company ON document_annotation_comments (company_id);
