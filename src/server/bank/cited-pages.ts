/** Reads the pages that groundings cite from git repositories on this machine. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { CitedPart } from '#exam/bank-file/index.ts'
import { readPageFacts, type PageFacts } from '#exam/page-facts.ts'

/** What a cited page states, or why it could not be read. */
export type CitedPage = { facts: PageFacts } | { problem: string }

/** `folder` contains clones or bare repositories, named `<owner>/<name>`. */
export function readCitedPage(folder: string, { repository, path, commit }: Pick<CitedPart, 'repository' | 'path' | 'commit'>): CitedPage {
  const place = join(folder, repository)
  if (!existsSync(place)) return { problem: `${repository} is not in the folder` }
  const page = readFile(place, commit, path)
  if (page !== undefined) {
    return { facts: readPageFacts(page, (include) => readFile(place, commit, posix.join(posix.dirname(path), include))) }
  }
  const hasCommit = git(place, 'cat-file', '-e', `${commit}^{commit}`) !== undefined
  return { problem: hasCommit ? `${repository} has no ${path} at ${commit}` : `${repository} has no commit ${commit}` }
}

function readFile(place: string, commit: string, path: string): string | undefined {
  return git(place, 'cat-file', 'blob', `${commit}:${path}`)
}

/** The output of a git command; `undefined` if it failed. */
function git(place: string, ...words: string[]): string | undefined {
  const { status, stdout, error } = spawnSync('git', ['-C', place, ...words], { encoding: 'utf8' })
  if (error) throw error
  return status === 0 ? stdout : undefined
}
