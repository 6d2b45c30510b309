-- What administrators chose for the columns of imported tables. See src/server/bank/import/column-choices.ts.

CREATE TABLE import_columns (
  -- SHA-256 of the names of the columns, in hexadecimal.
  header text PRIMARY KEY,
  -- A list with the meaning of each column; empty for a column that is left out.
  meanings jsonb NOT NULL,
  -- Whether the first row has names. Otherwise it is a question.
  has_header boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
