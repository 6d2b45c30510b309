/** A small git repository with documentation pages, for tests. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type PageTexts = Readonly<Record<string, string | null>>

export type TestRepository = {
  place: string
  /** Writes these pages, removes those that are `null`, and returns the new commit. */
  commit: (pages: PageTexts) => string
  /** The same, with `time` as the date of the commit. */
  commitAt: (time: string, pages: PageTexts) => string
  git: (...words: string[]) => string
}

export function createRepository(place: string): TestRepository {
  mkdirSync(place, { recursive: true })
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
  const run = (words: readonly string[], env = process.env) =>
    execFileSync('git', ['-C', place, ...author, ...words], { encoding: 'utf8', env }).trim()
  const git = (...words: string[]) => run(words)
  const commitAt = (time: string | undefined, pages: PageTexts) => {
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(place, path)), { recursive: true })
      if (text === null) rmSync(join(place, path))
      else writeFileSync(join(place, path), text)
    }
    git('add', '--all')
    run(['commit', '--quiet', '--message', 'pages'], { ...process.env, ...(time && { GIT_COMMITTER_DATE: time }) })
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch=main')
  // Allows the same partial downloads as GitHub.
  git('config', 'uploadpack.allowFilter', 'true')
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  return {
    place,
    git,
    commit: (pages) => commitAt(undefined, pages),
    commitAt,
  }
}

/** A page whose line 3 is the sentence. */
export function aPage(title: string, sentence: string, others = 12): string {
  const rest = Array.from({ length: others }, (_, i) => `${title} has a paragraph with the number ${i + 1}.`)
  return [`# ${title}`, '', sentence, '', ...rest, ''].join('\n')
}
