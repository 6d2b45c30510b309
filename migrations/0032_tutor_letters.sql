-- Finds passages by parts of words. Apart from 0025, because not every database has trigrams. 0025 created it before.
CREATE INDEX IF NOT EXISTS document_passages_letters ON document_passages USING gin (search_text gin_trgm_ops);
