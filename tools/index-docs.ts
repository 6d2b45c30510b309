/**
 * `npm run index-docs -- FOLDER [--address ADDRESS] [--remove]`: indexes the Markdown pages of a folder as sources for the tutor. Run it
 * again after the folder has changed. The server may be running. `ADDRESS` is the address at which the folder is published; without it, the
 * addresses of pages that questions cite are used. `--remove` removes the pages of the folder.
 */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { indexCommandShape, indexFolder, type IndexCommand, type IndexLine } from '#server/tutor/documents/index-folder.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

const usage = 'Usage: npm run index-docs -- FOLDER [--address ADDRESS] [--remove]'
const progressEvery = 500

await runCommand(
  async (config, words) => {
    const body = parseArguments(words)
    await withDatabaseOrServer(
      config,
      async ({ db }) => {
        for await (const line of indexFolder(db, body)) printLine(line, body.isRemoval)
      },
      { command: 'index-docs', body },
      async (answer) => {
        if (!('stream' in answer)) throw new Error('The response of the server has no lines')
        for await (const line of createInterface(answer.stream)) printLine(JSON.parse(line) as IndexLine, body.isRemoval)
      },
    )
  },
  ['--address', '--remove'],
)

function parseArguments(words: string[]): IndexCommand {
  try {
    const options = { address: { type: 'string' }, remove: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new CommandProblem(usage)
    return indexCommandShape.parse({ path: resolve(folder), isRemoval: values.remove ?? false, address: values.address })
  } catch {
    throw new CommandProblem(usage)
  }
}

function printLine(line: IndexLine, isRemoval: boolean): void {
  if (line.type === 'progress') {
    if (line.read % progressEvery === 0) console.log(`${line.read} of ${count(line.total, 'page')}`)
    return
  }
  const { pages, changed, removed, passages, withoutAddress } = line
  if (isRemoval) return console.log(`Removed ${count(removed, 'page')}.`)
  console.log(`Indexed ${count(pages, 'page')} with ${count(passages, 'passage')}: ${changed} new or changed, ${removed} removed.`)
  if (withoutAddress > 0)
    console.log(`${withoutAddress} of them without an address; replies cite those by their title. Set an address with --address.`)
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
