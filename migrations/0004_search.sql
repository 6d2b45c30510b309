-- The index of the search for parts of words; PostgreSQL brings the extension along.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX question_entries_search ON question_entries USING gin (search_text gin_trgm_ops);
