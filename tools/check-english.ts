/**
 * `npm run check-english [FILE …]`: refuses words that this project does not use, in source, docs, and interface texts.
 * The list comes from the rules in docs/glossary.md: one standard American English word per thing.
 *
 * Without arguments it reads every file that git tracks in the folders below. French texts, content files, frozen
 * migrations, and fixtures from earlier releases are left out.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const folders = ['src', 'tools', 'tests', 'docs', 'README.md', 'CONTRIBUTING.md', 'package.json', 'vite.config.ts', 'playwright.config.ts']
const skipped = /(?:^src\/web\/text\/fr\/|^tests\/fixtures\/|^tools\/check-english\.ts$|-fr\.ts$|\.(?:png|ico|woff2|svg|gz|zip)$)/

/** What to write instead, by pattern. Patterns are matched without regard to case. */
const refused: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\b(?:whoever|whosoever)\b/i, 'name the person: the user, the member, the administrator'],
  [/\b(?:nobody|somebody)\b/i, 'write "no one", "a member", "another user"'],
  [/\banew\b/i, 'write "again"'],
  [/\b(?:of ours|of yours|of hers|of theirs|of one's own)\b/i, 'write "our", "your"'],
  [/\bonce more\b/i, 'write "again"'],
  [/\b(?:stands in for|stands on|stands for|is left alone|goes on with|go on with|goes on elsewhere)\b/i, 'use a plain verb'],
  // In quotes, "begun" is the name of a message between tabs.
  [/\b(?:(?<!['`])begun|is under way|under way)\b/i, 'write "started" or "in progress"'],
  [/\bsettl(?:e|es|ed|ing)\b/i, 'say what happens: record, resolve, confirm'],
  [/\b(?:her|hers|herself)\b/i, 'do not use "she" for a generic user'],
  [/\b(?:by chance|of chance|moments of chance)\b/i, 'write "random"'],
  [/\b(?:belongs? into)\b/i, 'write "belongs in" or "must run in"'],
  [/\b(?:mends?|mended|mending)\b/i, 'write "fix" or "correct"'],
  [
    /\b(?:practis(?:e|es|ed|ing)|colours?|coloured|behaviours?|favour\w*|licences?|organis\w+|normalis\w+|sanitis\w+|initialis\w+|summaris(?!ed_on)\w+|recognis\w+|serialis\w+|minimis\w+|optimis(?:e|es|ed|ing)|centre[ds]?|cancelled|labelled|grey)\b/i,
    'use American spelling',
  ],
]

const named = process.argv.slice(2)
const files = (named.length > 0 ? named : execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' }).split('\n')).filter(
  (file) => file !== '' && !skipped.test(file),
)

let count = 0
for (const file of files)
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const [pattern, advice] of refused) {
      const match = pattern.exec(line)
      if (!match) continue
      count += 1
      console.error(`${file}:${index + 1}: "${match[0]}": ${advice}`)
    }
if (count > 0) {
  console.error(`\n${count} ${count === 1 ? 'line uses a word' : 'lines use words'} that this project avoids.`)
  process.exitCode = 1
}
