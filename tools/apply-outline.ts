/**
 * `npm run apply-outline -- FILE [OLD=NEW …] [--dry-run]`: applies a new outline to the certification that the file names, and prints what
 * happens to the questions. `OLD` and `NEW` are ids of objectives: `NEW` continues `OLD`, which was removed.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fateGroups } from '#exam/outline-changes.ts'
import type { OutlineResult } from '#server/bank/outline-applying.ts'
import { runOutlineCommand, type OutlineCommand } from '#server/bank/outline-command.ts'
import type { OutlinePreview } from '#server/bank/outline-preview.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

const usage = 'Usage: npm run apply-outline -- FILE [OLD=NEW …] [--dry-run]'

const labels: Record<(typeof fateGroups)[number], string> = {
  moved: 'Move',
  're-check': 'Re-check, because the objective was reworded',
  orphaned: 'Orphaned, because the objective was removed',
  outside: 'In an area or skill that the outline does not have',
  unplaced: 'Without an objective',
  stays: 'Stay',
}

await runCommand(
  async (config, words) => {
    const isDryRun = words.includes('--dry-run')
    const [name, ...pairs] = words.filter((word) => word !== '--dry-run')
    if (!name || !pairs.every((pair) => /^[^=]+=[^=]+$/.test(pair))) throw new CommandProblem(usage)
    const path = resolve(name)
    if (!existsSync(path)) throw new CommandProblem(`The file ${path} does not exist.`)
    const continuations = Object.fromEntries(pairs.map((pair) => pair.split('=')))
    const body: OutlineCommand = { path, continuations, isDryRun }
    const report = (result: OutlineResult) => reportResult(result, body)
    await withDatabaseOrServer(
      config,
      async ({ db }) => report(await runOutlineCommand(db, body, new Date())),
      { command: 'apply-outline', body },
      async (answer) => report((answer as { json: OutlineResult }).json),
    )
  },
  ['--dry-run'],
)

/** @throws {CommandProblem} when the outline is refused */
function reportResult(result: OutlineResult, { path, continuations, isDryRun }: OutlineCommand): void {
  if (!result.ok) {
    const reasons = (result.refusals ?? []).map(({ field, reason }) => `  ${field && `${field}: `}${reason}`)
    const reason = result.refusal === 'UNKNOWN_CERTIFICATION' ? ['  names a certification that does not exist'] : reasons
    throw new CommandProblem([`${path} is refused. Nothing was written.`, ...reason].join('\n'))
  }
  const { preview } = result
  console.log(printPreview(preview).join('\n'))
  const unused = Object.keys(continuations).filter((id) => !(id in preview.continuations))
  if (unused.length > 0)
    console.log(`Without effect, because the first id was not removed or the second does not exist: ${unused.join(', ')}`)
  if (isDryRun) console.log('This was a dry run. Nothing was written.')
  else console.log(preview.isUnchanged ? 'The outline is the same. Nothing was written.' : 'Applied.')
}

function printPreview({ before, after, objectives, continuations, suggestions, sizes, weights, groups }: OutlinePreview): string[] {
  const { same, changed, removed, added, unknown } = objectives
  const continued = (id: string) => {
    const suggestion = suggestions.find(({ from }) => from === id)
    if (continuations[id]) return `continues as ${continuations[id]}`
    return suggestion ? `looks like ${suggestion.to}; add ${id}=${suggestion.to} to continue it` : 'is not continued'
  }
  const weight = (one: { weightMin: number; weightMax: number } | undefined) => (one ? `${one.weightMin}–${one.weightMax}%` : 'none')
  const gone = [...removed.map(({ id }) => id), ...unknown]
  return [
    `Outline of ${before?.version ?? 'no date'} to outline of ${after.version}`,
    `Objectives: ${same.length} unchanged, ${changed.length} changed, ${removed.length} removed, ${added.length} added`,
    ...changed.map(
      (one) =>
        `  changed: ${one.after.id}: ${one.before.text} → ${one.after.text}${one.isMoved ? ` (${one.after.skillArea}, ${one.after.skill})` : ''}`,
    ),
    ...gone.map((id) => `  removed: ${id}, named by ${questions(sizes[id] ?? 0)}, ${continued(id)}`),
    ...added.map(({ id, text }) => `  added: ${id}: ${text}`),
    ...weights.map((one) => `Weight of ${one.name}: ${weight(one.before)} → ${weight(one.after)}`),
    ...fateGroups.flatMap((group) => {
      const { total, listed } = groups[group]
      const shown = group === 'stays' || group === 'unplaced' ? [] : listed
      return [
        `${labels[group]}: ${questions(total)}`,
        ...shown.map(({ id, words }) => `  ${id}  ${words}`),
        ...(shown.length > 0 && listed.length < total ? [`  and ${total - listed.length} more`] : []),
      ]
    }),
  ]
}

function questions(count: number): string {
  return count === 1 ? '1 question' : `${count.toLocaleString('en')} questions`
}
