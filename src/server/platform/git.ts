/** Runs git on local repositories. Arguments never pass through a shell. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const outputBytesMax = 256 * 1024 * 1024

/** Git is not installed. */
export class GitMissing extends Error {}

export type GitOptions = { input?: string; timeoutMs?: number }

/**
 * Runs a git command and returns its output and the last line of its error output. `output` is `undefined` if the command failed.
 * Repositories of other owners may be read, and git never asks for a password.
 *
 * @throws {GitMissing}
 */
export function runGit(
  place: string,
  words: readonly string[],
  { input, timeoutMs }: GitOptions = {},
): { output: string | undefined; problem: string } {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', place, '-c', 'safe.directory=*', ...words], {
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    ...(input !== undefined && { input }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  })
  if (error && 'code' in error && error.code === 'ENOENT') throw new GitMissing('Git is not installed on this machine.')
  const problem = error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
  return { output: status === 0 && !error ? stdout : undefined, problem }
}

/** The output of a git command; `undefined` if it failed. @throws {GitMissing} */
export function readGit(place: string, ...words: string[]): string | undefined {
  return runGit(place, words).output
}

/** Whether a string has the form `<owner>/<name>`, like a GitHub repository. Anything else in a grounding must not become a path or an address. */
export function isRepositoryName(text: string): boolean {
  return /^\w[\w-]*\/\w[\w.-]*$/.test(text)
}

export function isCommitHash(text: string): boolean {
  return /^[\da-f]{40}$/.test(text)
}

/** The path of a clone or bare repository in the folder, named `<owner>/<name>` or `<owner>+<name>`, with or without `.git`. */
export function findRepository(folder: string, name: string): string | undefined {
  if (!isRepositoryName(name)) return undefined
  const places = [name, name.replace('/', '+')].flatMap((one) => [one, `${one}.git`])
  return places.map((place) => join(folder, place)).find((place) => existsSync(place))
}
