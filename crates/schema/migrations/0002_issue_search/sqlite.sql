-- Full text of issues and comments. Triggers keep it, so that no writer can forget it.
-- The rows of `issue_texts` have numbers that do not change, which full-text rows need.

CREATE TABLE issue_texts (
  id integer NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL,
  issue_id uuid NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  comment_id uuid REFERENCES comments (id) ON DELETE CASCADE
);
CREATE INDEX issue_texts_by_issue ON issue_texts (issue_id);
CREATE UNIQUE INDEX issue_texts_by_comment ON issue_texts (comment_id) WHERE comment_id IS NOT NULL;

CREATE VIRTUAL TABLE issue_words USING fts5 (
  title, body, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER issue_texts_of_new_issue AFTER INSERT ON issues BEGIN
  INSERT INTO issue_texts (company_id, issue_id) VALUES (NEW.company_id, NEW.id);
  INSERT INTO issue_words (rowid, title, body)
    VALUES (last_insert_rowid(), NEW.identifier || ' ' || NEW.title, substr(coalesce(NEW.description, ''), 1, 100000));
END;

CREATE TRIGGER issue_texts_of_changed_issue AFTER UPDATE OF title, description ON issues BEGIN
  UPDATE issue_words
    SET title = NEW.identifier || ' ' || NEW.title, body = substr(coalesce(NEW.description, ''), 1, 100000)
    WHERE rowid = (SELECT id FROM issue_texts WHERE issue_id = NEW.id AND comment_id IS NULL);
END;

CREATE TRIGGER issue_texts_of_new_comment AFTER INSERT ON comments WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO issue_texts (company_id, issue_id, comment_id) VALUES (NEW.company_id, NEW.issue_id, NEW.id);
  INSERT INTO issue_words (rowid, title, body) VALUES (last_insert_rowid(), '', substr(NEW.body, 1, 100000));
END;

CREATE TRIGGER issue_texts_of_changed_comment AFTER UPDATE OF body ON comments BEGIN
  UPDATE issue_words SET title = '', body = substr(NEW.body, 1, 100000)
    WHERE rowid = (SELECT id FROM issue_texts WHERE comment_id = NEW.id);
END;

CREATE TRIGGER issue_texts_of_deleted_comment AFTER UPDATE OF deleted_at ON comments
WHEN NEW.deleted_at IS NOT NULL BEGIN
  DELETE FROM issue_texts WHERE comment_id = NEW.id;
END;

CREATE TRIGGER issue_words_go AFTER DELETE ON issue_texts BEGIN
  DELETE FROM issue_words WHERE rowid = OLD.id;
END;
