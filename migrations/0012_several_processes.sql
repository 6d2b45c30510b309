-- What several processes on one database agree on.

-- Number of the content that was loaded last. A process with a lower number leaves the content alone.
ALTER TABLE content_files ADD COLUMN edition integer NOT NULL DEFAULT 0;

-- Fingerprint of the secrets that encrypted the data. A process with other secrets does not start.
CREATE TABLE secret_fingerprints (
  name text PRIMARY KEY,
  sha256 text NOT NULL
);

-- Deleting a question deletes its cards. Without this index, it reads those of all members.
CREATE INDEX review_cards_question_id ON review_cards (question_id);
