-- What administrators do to the bank. `updated_at` is empty where a row still is as the content files have it: loading
-- content leaves the others alone. `version` counts the saves, so that two people who edit the same thing notice.

ALTER TABLE certifications ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE certifications ADD COLUMN updated_at timestamptz;

ALTER TABLE case_studies ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE case_studies ADD COLUMN updated_at timestamptz;

ALTER TABLE questions ADD COLUMN state text NOT NULL DEFAULT 'published';
ALTER TABLE questions ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE questions ADD COLUMN updated_at timestamptz;
-- Who saved it; empty for content files and commands.
ALTER TABLE questions ADD COLUMN updated_by text;

-- What a list of questions is filtered, sorted and searched by. A narrow row beside each question: a search reads tens of
-- thousands of them, which takes four times as long in the questions themselves.
CREATE TABLE question_entries (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  exam_id text NOT NULL,
  created_at timestamptz NOT NULL,
  question_type text NOT NULL,
  skill_area text NOT NULL,
  state text NOT NULL,
  updated_at timestamptz,
  -- The words of text and explanation as a search compares them: `foldText` of exam/plain-text.ts.
  search_text text NOT NULL
);

-- They hold all that a list is filtered by, so that counting and turning pages reads the index alone.
CREATE INDEX question_entries_in_order ON question_entries (exam_id, created_at, question_id, question_type, skill_area, state);
CREATE INDEX question_entries_by_change ON question_entries (exam_id, updated_at DESC NULLS LAST, question_id, question_type, skill_area, state);

-- Every version but the current one, as an item of a bank file. Kept when the question is deleted.
CREATE TABLE question_versions (
  question_id uuid NOT NULL,
  version integer NOT NULL,
  item jsonb NOT NULL,
  -- When and by whom this version was saved; empty where it came with the content files.
  saved_at timestamptz,
  saved_by text,
  PRIMARY KEY (question_id, version)
);

-- Finds the few that show an uploaded image, before it is deleted.
CREATE INDEX question_versions_with_images ON question_versions (question_id)
  WHERE item::text LIKE '%/storage/questions/question-images/%';

-- What administrators deleted, so that content files do not bring it back. `kind`: question, case_study, certification.
CREATE TABLE removals (
  kind text NOT NULL,
  id text NOT NULL,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);

-- Which texts show which uploaded image. `holder_kind`: question, case_study.
CREATE TABLE image_uses (
  image text NOT NULL,
  holder_kind text NOT NULL,
  holder_id text NOT NULL,
  PRIMARY KEY (image, holder_kind, holder_id)
);

CREATE INDEX image_uses_of_holder ON image_uses (holder_kind, holder_id);

-- How often a question stood in a finished run with an answer, and how often that was right.
CREATE TABLE question_statistics (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  answered integer NOT NULL,
  correct integer NOT NULL
);

-- The hardest first; before ten answers a share says little.
CREATE INDEX question_statistics_by_share ON question_statistics ((correct::bigint * 1000 / answered), question_id) WHERE answered >= 10;

-- More about what was done, such as the numbers of an import.
ALTER TABLE audit_log ADD COLUMN detail jsonb;

-- The log is read backwards by its ids, of one kind of action or of some people.
CREATE INDEX audit_log_of_action ON audit_log (action, id);
CREATE INDEX audit_log_of_actor ON audit_log (actor_id, id);
