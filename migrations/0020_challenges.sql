-- Challenges: what reports say against a question, decided by administrators. See src/server/challenges and docs/decisions/0043.

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  -- The question may have been deleted since.
  question_id uuid NOT NULL,
  certification_id text NOT NULL,
  -- open, under_review, confirmed, or rejected.
  state text NOT NULL,
  -- Counts the changes of the state, so that of two administrators the second is told.
  version int4 NOT NULL,
  -- How many reports joined, also those that were deleted since.
  report_count int4 NOT NULL,
  -- The earliest version of the question that a report is about.
  reported_version int4 NOT NULL,
  opened_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- The administrator who changed the state last; null for a report.
  changed_by text REFERENCES users (id) ON DELETE SET NULL,
  decided_at timestamptz,
  -- Plain text. Stays when a report reopens the challenge.
  public_reason text,
  -- Of a confirmed challenge: answer_key, wording, or removed.
  correction text,
  -- The version of the question with the correction; null when the question was removed.
  corrected_version int4
);

-- A question has at most one challenge that is not confirmed, and reports join it.
CREATE UNIQUE INDEX challenges_not_confirmed ON challenges (question_id) WHERE state <> 'confirmed';
CREATE INDEX challenges_question_id ON challenges (question_id);
CREATE INDEX challenges_state ON challenges (state, id);
CREATE INDEX challenges_certification_id ON challenges (certification_id, state, id);
CREATE INDEX challenges_changed_by ON challenges (changed_by);
-- The public change log of a certification.
CREATE INDEX challenges_decided ON challenges (certification_id, decided_at, id) WHERE state = 'confirmed';

-- Which reports a challenge has. They are deleted after a year and with the account, the challenge is not.
CREATE TABLE challenge_reports (
  report_id uuid PRIMARY KEY REFERENCES question_reports (id) ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
  -- The sender is to be told the decision by mail.
  is_reply_due boolean NOT NULL DEFAULT false
);

CREATE INDEX challenge_reports_challenge_id ON challenge_reports (challenge_id, report_id);
CREATE INDEX challenge_reports_due ON challenge_reports (report_id) WHERE is_reply_due;

-- Open reports against questions that still exist become challenges with the id of the first report.
INSERT INTO challenges
  (id, question_id, certification_id, state, version, report_count, reported_version, opened_at, changed_at)
SELECT
  min(question_reports.id::text)::uuid, question_id, questions.exam_id, 'open', 1, count(*), min(question_reports.version),
  min(question_reports.created_at), max(question_reports.created_at)
FROM question_reports
JOIN questions ON questions.id = question_reports.question_id
WHERE closed_at IS NULL AND reason IN ('wrong_answer', 'outdated', 'unclear')
GROUP BY question_id, questions.exam_id;

INSERT INTO challenge_reports (report_id, challenge_id)
SELECT question_reports.id, challenges.id
FROM question_reports
JOIN challenges ON challenges.question_id = question_reports.question_id
WHERE closed_at IS NULL AND reason IN ('wrong_answer', 'outdated', 'unclear');

-- A report in a challenge is no longer handled by itself.
UPDATE question_reports SET closed_at = now()
WHERE closed_at IS NULL AND id IN (SELECT report_id FROM challenge_reports);
