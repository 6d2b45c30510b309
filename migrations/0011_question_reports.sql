-- What candidates report about questions. Reports of a member are deleted with the account; all are deleted after a year, see
-- src/server/reports.

CREATE TABLE question_reports (
  id uuid PRIMARY KEY,
  -- Chosen by the browser, so that a report that is sent twice is stored once.
  key uuid NOT NULL UNIQUE,
  -- The question and its version on the screen. The question may have been deleted since.
  question_id uuid NOT NULL,
  version integer NOT NULL,
  -- wrong_answer, outdated, unclear, typo, or other.
  reason text NOT NULL,
  text text NOT NULL,
  -- The member, if one was signed in.
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  -- Where a guest wants a reply. No one has checked whose address it is.
  email text,
  created_at timestamptz NOT NULL,
  closed_at timestamptz
);

CREATE INDEX question_reports_user_id ON question_reports (user_id);
CREATE INDEX question_reports_question_id ON question_reports (question_id);
CREATE INDEX question_reports_created_at ON question_reports (created_at);

-- The list of open reports is read backwards by its ids.
CREATE INDEX question_reports_open ON question_reports (id) WHERE closed_at IS NULL;
