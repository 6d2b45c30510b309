/** Compares cited lines with the newest versions of their pages, in git repositories. */
import { join } from 'node:path'
import type { CitedPlace, PageOutcome, PagePart } from '#exam/freshness.ts'
import { compareLines, hashLines, pickLines, shortenText } from '#server/freshness/cited-lines.ts'
import { fetchRepository, openRepository, type PageRepository } from '#server/freshness/page-repository.ts'
import { findRepository, isRepositoryName } from '#server/platform/git.ts'

/** Lines that prove a question. `lines_sha256` is their hash, if it is known. */
export type CitedSource = { questionId: string; examId: string; part: PagePart; cited: CitedPlace; lines_sha256?: string }

/** What happened to cited lines. Texts are present only for changed lines and deleted pages. */
export type PageCheck = {
  questionId: string
  part: PagePart
  cited: CitedPlace
  sha256: string
  outcome: PageOutcome
  newestCommit: string
  newestPath: string | null
  newestLines: string | null
  newestSha256: string | null
  oldText: string | null
  newText: string | null
}

/** `problems` says why sources could not be compared. The questions of these sources stay as they are. */
export type SourceChecks = { checks: PageCheck[]; problems: { problem: string; sources: CitedSource[] }[] }

/** The folder with the repositories. With `addressOf`, they are first downloaded into it from these addresses. */
export type RepositoryFolder = { folder: string; addressOf?: (repository: string) => string }

export function checkSources(sources: readonly CitedSource[], from: RepositoryFolder, say: (line: string) => void): SourceChecks {
  const checks: PageCheck[] = []
  const problems = new Map<string, CitedSource[]>()
  const refuse = (source: CitedSource, problem: string) => problems.set(problem, [...(problems.get(problem) ?? []), source])
  for (const [name, cited] of groupBy(sources, ({ cited }) => cited.repository)) {
    const repository = findPages(name, cited, from, say)
    if ('problem' in repository) for (const source of cited) refuse(source, repository.problem)
    else
      for (const [source, result] of checkRepository(repository, cited))
        if (typeof result === 'string') refuse(source, result)
        else checks.push(result)
  }
  return { checks, problems: [...problems].map(([problem, of]) => ({ problem, sources: of })) }
}

function findPages(
  name: string,
  cited: readonly CitedSource[],
  { folder, addressOf }: RepositoryFolder,
  say: (line: string) => void,
): PageRepository | { problem: string } {
  if (!isRepositoryName(name)) return { problem: `${name} is not the name of a repository` }
  if (!addressOf) {
    const place = findRepository(folder, name)
    if (place === undefined) return { problem: `${name} is not in the folder` }
    return openRepository(place) ?? { problem: `${name} in the folder is not a git repository with a commit` }
  }
  say(`Downloading ${name}...`)
  const commits = cited.map((source) => source.cited.commit)
  const fetched = fetchRepository(findRepository(folder, name) ?? join(folder, name.replace('/', '+')), addressOf(name), commits)
  return 'problem' in fetched ? { problem: `${name} could not be downloaded: ${fetched.problem}` } : fetched
}

/** Each source with its check, or with the reason why there is none. */
function checkRepository(repository: PageRepository, sources: readonly CitedSource[]): [CitedSource, PageCheck | string][] {
  const { newest } = repository
  const byCommit = groupBy(sources, ({ cited }) => cited.commit)
  const oldFiles = new Map<string, ReadonlyMap<string, string>>()
  /** Cited commits that are later than the newest commit here, because they are on another branch or the download is old. */
  const laterCommits = new Set<string>()
  const renames = new Map<string, ReadonlyMap<string, string>>()
  const newFiles = repository.findFiles(newest, unique(sources.map(({ cited }) => cited.path)))
  for (const [commit, cited] of byCommit) {
    const time = repository.findTime(commit)
    if (time === undefined) continue
    if (time > (repository.findTime(newest) ?? 0)) laterCommits.add(commit)
    const files = repository.findFiles(commit, unique(cited.map((source) => source.cited.path)))
    oldFiles.set(commit, files)
    if ([...files.keys()].some((path) => !newFiles.has(path))) renames.set(commit, repository.findRenames(commit))
  }
  const renamed = repository.findFiles(newest, unique([...renames.values()].flatMap((paths) => [...paths.values()])))
  const placeOf = ({ commit, path }: CitedPlace) => {
    const newPath = newFiles.has(path) ? path : renames.get(commit)?.get(path)
    return newPath === undefined ? undefined : { path: newPath, fileId: newFiles.get(newPath) ?? renamed.get(newPath) ?? '' }
  }
  repository.prepare(
    unique(sources.flatMap(({ cited }) => [oldFiles.get(cited.commit)?.get(cited.path) ?? [], placeOf(cited)?.fileId ?? []].flat())),
  )
  return sources.map((source) => {
    const { cited, questionId, part } = source
    const fileId = oldFiles.get(cited.commit)?.get(cited.path)
    if (!oldFiles.has(cited.commit)) return [source, `${cited.repository} has no commit ${cited.commit}`]
    const oldPage = fileId === undefined ? undefined : repository.readFile(fileId)
    const oldLines = oldPage === undefined ? undefined : pickLines(oldPage, cited.lines)
    if (oldPage === undefined) return [source, `${cited.repository} has no ${cited.path} at ${cited.commit}`]
    if (oldLines === undefined) return [source, `${cited.path} has no lines ${cited.lines} at ${cited.commit}`]
    const sha256 = hashLines(oldLines)
    if (source.lines_sha256 !== undefined && source.lines_sha256 !== sha256)
      return [source, `${cited.path} at ${cited.commit} has other lines ${cited.lines} than their hash says`]
    const place = placeOf(cited)
    const known = { questionId, part, cited, sha256, newestCommit: newest }
    if (laterCommits.has(cited.commit) && place?.fileId !== fileId)
      return [source, `${cited.repository} at ${newest} is older than the cited commit ${cited.commit}`]
    if (!place) return [source, describeDeleted(known, oldLines)]
    const newPage = repository.readFile(place.fileId)
    if (newPage === undefined) return [source, `${cited.repository}: ${place.path} could not be read`]
    return [source, { ...known, ...describeFound(oldPage, newPage, place.path, cited) }]
  })
}

type KnownFacts = Pick<PageCheck, 'questionId' | 'part' | 'cited' | 'sha256' | 'newestCommit'>

function describeDeleted(known: KnownFacts, oldLines: readonly string[]): PageCheck {
  const nowhere = { newestPath: null, newestLines: null, newestSha256: null }
  return { ...known, outcome: 'deleted', ...nowhere, oldText: shortenText(oldLines.join('\n')), newText: null }
}

function describeFound(oldPage: string, newPage: string, path: string, cited: CitedPlace): Omit<PageCheck, keyof KnownFacts> {
  const compared = compareLines(oldPage, newPage, cited.lines)
  const place = {
    newestPath: path,
    newestLines: compared.lines,
    newestSha256: compared.lines === null ? null : hashLines(pickLines(newPage, compared.lines) ?? []),
  }
  if (compared.outcome === 'changed') return { ...place, outcome: 'changed', oldText: compared.oldText, newText: compared.newText }
  const isElsewhere = compared.outcome === 'moved' || path !== cited.path
  return { ...place, outcome: isElsewhere ? 'moved' : 'unchanged', oldText: null, newText: null }
}

function groupBy(sources: readonly CitedSource[], keyOf: (source: CitedSource) => string): ReadonlyMap<string, CitedSource[]> {
  const groups = new Map<string, CitedSource[]>()
  for (const source of sources) {
    const group = groups.get(keyOf(source))
    if (group) group.push(source)
    else groups.set(keyOf(source), [source])
  }
  return groups
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
