/**
 * The source file of a line in the built server. The build puts a comment with the path before each module, such as `//
 * src/server/db/embedded.ts`. A file is read when the first error in it is logged, so that nothing is kept in memory before that.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modulePath = /^\/\/ ((?:src|node_modules)\/\S+)$/

/** Paths of modules with the numbers of their first lines, by address of the file. */
const files = new Map<string, { path: string; line: number }[]>()

/** Adds the source file to a stack frame: `'at save (file:///…/server/main.js:12:3) in src/server/notes/save.ts'`. Other frames stay the same. */
export function withSourceFile(frame: string): string {
  const [, address, line] = /(file:\/\/[^\s()]+\/server\/[^/\s()]+\.js):(\d+):\d+/.exec(frame) ?? []
  const source = address && listModules(address).findLast((module) => module.line <= Number(line))
  return source ? `${frame} in ${source.path}` : frame
}

function listModules(address: string): { path: string; line: number }[] {
  let modules = files.get(address)
  if (!modules) files.set(address, (modules = readModules(address)))
  return modules
}

/** Empty if the file cannot be read. */
function readModules(address: string): { path: string; line: number }[] {
  let text: string
  try {
    text = readFileSync(fileURLToPath(address), 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line, i) => {
    const [, path] = modulePath.exec(line) ?? []
    return path === undefined ? [] : [{ path, line: i + 1 }]
  })
}
