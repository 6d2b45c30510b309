-- The language in which a member gets mail. See src/exam/languages.ts.

ALTER TABLE user_profiles ADD COLUMN language text NOT NULL DEFAULT 'en';
