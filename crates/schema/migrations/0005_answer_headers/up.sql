-- An answer that is given again has the headers of ours that it had: a JSON object of texts.

ALTER TABLE idempotency_keys ADD COLUMN headers TEXT NOT NULL DEFAULT '{}';
