-- The addresses and the index of a large bank, so that a process that starts does not read every question. Rows can be deleted at any time.
-- See src/server/bank/stored-editions.ts.
CREATE TABLE stored_editions (
  exam_id text PRIMARY KEY REFERENCES certifications (id) ON DELETE CASCADE,
  -- Fingerprint of the build that stored the row.
  build text NOT NULL,
  -- Compressed JSON.
  edition bytea NOT NULL
);
