/** A git repository with documentation pages, at the cited commits and at the newest one. */
import { isCommitHash, readGit, runGit } from '#server/platform/git.ts'
import { inBatches } from '#server/platform/in-batches.ts'

/** Reads from one repository. `newest` is the newest commit of the default branch. */
export type PageRepository = {
  newest: string
  /** When a commit was made, in seconds; `undefined` if the repository does not have it. */
  findTime: (commit: string) => number | undefined
  /** The ids of the files with these paths at a commit; paths without a file are missing. */
  findFiles: (commit: string, paths: readonly string[]) => ReadonlyMap<string, string>
  /** Downloads these files, if that is necessary to read them. */
  prepare: (fileIds: readonly string[]) => void
  readFile: (fileId: string) => string | undefined
  /** Maps old paths to new paths of the pages that were renamed between a commit and the newest one. */
  findRenames: (commit: string) => ReadonlyMap<string, string>
}

const fetchTimeoutMs = 10 * 60_000
const pathsPerCall = 200
const newestRef = 'refs/heads/newest'
/** A page that shares at least this part of its lines with the old page is the same page under another name. */
const similarity = '50%'
const renamesMax = 2_000

/** Opens a downloaded repository. The newest commit is the origin's `HEAD` in a clone, otherwise `HEAD`. Returns `undefined` without a commit. */
export function openRepository(place: string): PageRepository | undefined {
  const isBare = readGit(place, 'rev-parse', '--is-bare-repository')?.trim() === 'true'
  const newest = (isBare ? undefined : findCommit(place, 'refs/remotes/origin/HEAD')) ?? findCommit(place, 'HEAD')
  return newest === undefined ? undefined : createReader(place, newest, () => undefined)
}

/**
 * Downloads the newest commit and any cited commits that are missing into a bare repository without history, which is created if needed. Files
 * are downloaded when they are needed. `problem` is the reason why the repository could not be downloaded.
 */
export function fetchRepository(place: string, address: string, commits: readonly string[]): PageRepository | { problem: string } {
  const setUp = runGit('.', ['init', '--quiet', '--bare', '--', place])
  if (setUp.output === undefined) return { problem: setUp.problem }
  if (readGit(place, 'config', 'remote.origin.url') === undefined) readGit(place, 'remote', 'add', '--', 'origin', address)
  const fetch = (...refs: string[]) =>
    runGit(place, ['fetch', '--quiet', '--depth=1', '--filter=blob:none', '--no-tags', 'origin', ...refs], { timeoutMs: fetchTimeoutMs })
  const fetched = fetch(`+HEAD:${newestRef}`)
  if (fetched.output === undefined) return { problem: fetched.problem }
  const known = new Set((readGit(place, 'for-each-ref', '--format=%(refname)', 'refs/cited') ?? '').split('\n'))
  const missing = [...new Set(commits)].filter((commit) => isCommitHash(commit) && !known.has(`refs/cited/${commit}`))
  // One by one, so that a commit that is gone does not prevent the download of the others.
  for (const commit of missing) fetch(`+${commit}:refs/cited/${commit}`)
  const newest = findCommit(place, newestRef)
  if (newest === undefined) return { problem: 'has no commit' }
  return createReader(place, newest, (fileIds) => downloadFiles(place, fileIds))
}

/** Downloads files like git in a partial clone, but in one request. A failure becomes visible when a file is read. */
function downloadFiles(place: string, fileIds: readonly string[]): void {
  if (fileIds.length === 0) return
  const words = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '--quiet', 'origin', '--no-tags', '--no-write-fetch-head']
  runGit(place, [...words, '--filter=blob:none', '--stdin'], { input: `${fileIds.join('\n')}\n`, timeoutMs: fetchTimeoutMs })
}

function findCommit(place: string, name: string): string | undefined {
  return readGit(place, 'rev-parse', '--quiet', '--verify', `${name}^{commit}`)?.trim()
}

function createReader(place: string, newest: string, prepare: PageRepository['prepare']): PageRepository {
  return {
    newest,
    prepare,
    findTime: (commit) => {
      const time = isCommitHash(commit) ? readGit(place, 'show', '--no-patch', '--format=%ct', `${commit}^{commit}`) : undefined
      return time === undefined ? undefined : Number(time)
    },
    findFiles: (commit, paths) =>
      new Map(inBatches(paths.filter(isPagePath), pathsPerCall).flatMap((some) => listFiles(place, commit, some))),
    readFile: (fileId) => readGit(place, 'cat-file', 'blob', fileId),
    findRenames: (commit) => readRenames(place, commit, newest),
  }
}

/** Git refuses a whole list of paths if one of them is outside the repository. */
function isPagePath(path: string): boolean {
  return path !== '' && !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '..')
}

function listFiles(place: string, commit: string, paths: readonly string[]): [path: string, fileId: string][] {
  const listed = readGit(place, '--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...paths) ?? ''
  return listed.split('\0').flatMap((line) => {
    const [, fileId = '', path = ''] = /^\d+ blob ([\da-f]+)\t(.+)$/s.exec(line) ?? []
    return fileId === '' ? [] : [[path, fileId] as [string, string]]
  })
}

function readRenames(place: string, commit: string, newest: string): ReadonlyMap<string, string> {
  const words = ['diff-tree', '-r', '-z', '--name-status', `--find-renames=${similarity}`, `-l${renamesMax}`, '--diff-filter=R']
  const fields = (readGit(place, ...words, commit, newest, '--', '*.md') ?? '').split('\0')
  const renames = new Map<string, string>()
  for (let i = 0; i + 2 < fields.length; i += 3) renames.set(fields[i + 1] ?? '', fields[i + 2] ?? '')
  return renames
}
