-- The words of comments stand in a table of their own. Among those of issues, whoever looked for
-- comments went through every issue with the word to see that it is none.

CREATE VIRTUAL TABLE comment_words USING fts5 (
  body, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO comment_words (rowid, body)
  SELECT issue_texts.id, substr(comments.body, 1, 100000)
  FROM issue_texts JOIN comments ON comments.id = issue_texts.comment_id;
DELETE FROM issue_words WHERE rowid IN (SELECT id FROM issue_texts WHERE comment_id IS NOT NULL);

DROP TRIGGER issue_texts_of_new_comment;
CREATE TRIGGER issue_texts_of_new_comment AFTER INSERT ON comments WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO issue_texts (company_id, issue_id, comment_id) VALUES (NEW.company_id, NEW.issue_id, NEW.id);
  INSERT INTO comment_words (rowid, body) VALUES (last_insert_rowid(), substr(NEW.body, 1, 100000));
END;

DROP TRIGGER issue_texts_of_changed_comment;
CREATE TRIGGER issue_texts_of_changed_comment AFTER UPDATE OF body ON comments BEGIN
  UPDATE comment_words SET body = substr(NEW.body, 1, 100000)
    WHERE rowid = (SELECT id FROM issue_texts WHERE comment_id = NEW.id);
END;

DROP TRIGGER issue_words_go;
CREATE TRIGGER issue_words_go AFTER DELETE ON issue_texts WHEN OLD.comment_id IS NULL BEGIN
  DELETE FROM issue_words WHERE rowid = OLD.id;
END;
CREATE TRIGGER comment_words_go AFTER DELETE ON issue_texts WHEN OLD.comment_id IS NOT NULL BEGIN
  DELETE FROM comment_words WHERE rowid = OLD.id;
END;
