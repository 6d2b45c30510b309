/** Reads the pages cited by groundings, from git repositories on this machine. */
import { posix } from 'node:path'
import type { CitedPart } from '#exam/bank-file/index.ts'
import { readPageFacts, type PageFacts } from '#exam/page-facts.ts'
import { hashLines, pickLines } from '#server/freshness/index.ts'
import { findRepository, isCommitHash, readGit } from '#server/platform/git.ts'

/** What a cited page states, or why it could not be read. */
export type CitedPage = { facts: PageFacts } | { problem: string }

/** `folder` contains clones or bare repositories, named `<owner>/<name>` or `<owner>+<name>`. */
export function readCitedPage(folder: string, part: Pick<CitedPart, 'repository' | 'path' | 'commit' | 'lines'>): CitedPage {
  const { repository, path, commit, lines } = part
  const place = findRepository(folder, repository)
  if (place === undefined) return { problem: `${repository} is not in the folder` }
  if (!isCommitHash(commit)) return { problem: `${repository}: ${commit} is not a commit` }
  const page = readFile(place, commit, path)
  if (page !== undefined) {
    const facts = readPageFacts(page, (include) => readFile(place, commit, posix.join(posix.dirname(path), include)))
    const cited = pickLines(page, lines)
    return { facts: { ...facts, ...(cited && { lines_sha256: hashLines(cited) }) } }
  }
  const hasCommit = readGit(place, 'cat-file', '-e', `${commit}^{commit}`) !== undefined
  return { problem: hasCommit ? `${repository} has no ${path} at ${commit}` : `${repository} has no commit ${commit}` }
}

function readFile(place: string, commit: string, path: string): string | undefined {
  return readGit(place, 'cat-file', 'blob', `${commit}:${path}`)
}
