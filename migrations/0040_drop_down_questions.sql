-- Drop-down questions: a sentence, table, formula or drawn form with blanks, and the choices of each blank. See src/exam/completion.ts.
alter table questions add column completion jsonb;
