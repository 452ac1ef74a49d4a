-- Full text of issues and comments, as indexes of what the search asks for. Signs become spaces
-- first: the parser would take `a.b` for a host and `ABC-1` for a negative number. Texts are cut,
-- since a vector has its limits.

CREATE FUNCTION issue_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, translate(left(text, 100000), '-_./:@#?&=+*''"`()[]{}<>|\~^%$!,;', repeat(' ', 32)));

CREATE INDEX issues_by_title_words ON issues USING gin (issue_words(identifier || ' ' || title));
CREATE INDEX issues_by_words ON issues
  USING gin (issue_words(identifier || ' ' || title || ' ' || coalesce(description, '')));
CREATE INDEX comments_by_words ON comments USING gin (issue_words(body)) WHERE deleted_at IS NULL;
