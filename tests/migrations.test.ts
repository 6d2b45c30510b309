/** Rules for new migrations, so that databases other than PostgreSQL can run them. See docs/databases.md. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../migrations')
/** Merged migrations are never changed, so the rules apply only to this migration and later ones. */
const firstName = '0015'

/** The statements of a migration without comments, each on one line. */
type Migration = { name: string; statements: string[] }

function parseMigration(name: string, text: string): Migration {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
  return { name, statements: statements.filter((statement) => statement !== '') }
}

const newMigrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && name >= firstName)
  .map((name) => parseMigration(name, readFileSync(join(folder, name), 'utf8')))

/** Problems that can be found in a single statement. */
const statementRules: readonly (readonly [problem: string, pattern: RegExp])[] = [
  ['uses a type whose width differs between engines; write int4 or int8', /\b(?:integer|int|smallint|bigint|(?:big|small)?serial)\b/i],
  ['uses code in the database', /\bcreate (?:or replace )?(?:trigger|function|procedure)\b|\bplpgsql\b|^do\b/i],
  ['lets the database make values; make ids and derived values in the application', /\bgenerated\b|\bcreate sequence\b|\bnextval\b/i],
  [
    'adds a key to an existing table; declare keys inside CREATE TABLE',
    /^alter table\b.*\badd\b.*\b(?:constraint|primary key|unique|foreign key|references)\b/i,
  ],
  ['changes the type of a column', /^alter table\b.*\balter (?:column )?\S+ (?:set data )?type\b/i],
  ['changes the session', /^(?:set|reset|listen|notify|lock)\b/i],
]

function listProblems({ statements }: Migration): string[] {
  const problems = statements.flatMap((statement) =>
    statementRules.filter(([, pattern]) => pattern.test(statement)).map(([problem]) => `${problem}: ${statement}`),
  )
  const dropped = namesOf(statements, /^drop (?:table|index|view) (?:if exists )?(\w+)/i)
  const created = namesOf(statements, /^create (?:unique )?(?:table|index|view) (?:if not exists )?(\w+)/i)
  for (const name of created) if (dropped.includes(name)) problems.push(`drops and creates ${name} in one transaction`)
  const added = namesOf(statements, /^alter table \w+ add column (?:if not exists )?(\w+)/i)
  for (const statement of statements)
    for (const name of added)
      if (new RegExp(`^update\\b.*\\bset\\b.*\\b${name}\\b`, 'i').test(statement))
        problems.push(`fills the column ${name} in the transaction that adds it`)
  const withTrigrams = statements.filter((statement) => /gin_trgm_ops|pg_trgm/i.test(statement))
  if (withTrigrams.length > 0 && withTrigrams.length < statements.length)
    problems.push('mixes indexes of trigrams, which not every database has, with other statements')
  return problems
}

function namesOf(statements: readonly string[], pattern: RegExp): string[] {
  return statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? [])
}

describe('new migrations', () => {
  test.each(newMigrations.map((migration) => [migration.name, migration] as const))('%s follows the rules', (_, migration) => {
    expect(listProblems(migration)).toEqual([])
  })

  test.each([
    ['CREATE TABLE a (id uuid PRIMARY KEY, count integer NOT NULL)', 'width'],
    ['CREATE TABLE a (id bigserial PRIMARY KEY)', 'width'],
    ['CREATE FUNCTION f() RETURNS int4 AS $$ SELECT 1 $$ LANGUAGE sql', 'code'],
    ['CREATE TABLE a (b text, c text GENERATED ALWAYS AS (lower(b)) STORED)', 'make values'],
    ['ALTER TABLE a ADD CONSTRAINT b UNIQUE (c)', 'inside CREATE TABLE'],
    ['ALTER TABLE a ADD COLUMN b uuid REFERENCES c', 'inside CREATE TABLE'],
    ['ALTER TABLE a ADD COLUMN b text UNIQUE', 'inside CREATE TABLE'],
    ['ALTER TABLE a ALTER COLUMN b TYPE text', 'type of a column'],
    ['SET statement_timeout = 0', 'session'],
    ['DROP INDEX a; CREATE INDEX a ON b (c)', 'drops and creates a'],
    ['ALTER TABLE a ADD COLUMN b int4; UPDATE a SET b = 1', 'fills the column b'],
    ['CREATE INDEX a ON b USING gin (c gin_trgm_ops); CREATE INDEX d ON b (c)', 'trigrams'],
  ])('are refused: %s', (text, problem) => {
    expect(listProblems(parseMigration('', text)).join('\n')).toContain(problem)
  })

  test.each([
    '-- An integer that counts.\nCREATE TABLE a (count int4 NOT NULL)',
    'CREATE TABLE a (b uuid PRIMARY KEY REFERENCES c, d text UNIQUE)',
    'ALTER TABLE a ADD COLUMN b int4 NOT NULL DEFAULT 0',
  ])('are accepted: %s', (text) => {
    expect(listProblems(parseMigration('', text))).toEqual([])
  })
})
