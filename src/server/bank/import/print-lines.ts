/** Prints the lines of an import, and of other commands, as JSON objects, one per line. */
import { pipeline, Transform, type Readable } from 'node:stream'
import type { ImportLines } from '#server/bank/import/import.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'

export async function* printLines(lines: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(print(line))
}

/** Destroying the result stops the import immediately. A generator would first wait for the next line, which may take many seconds. */
export function printImport(lines: ImportLines): Readable {
  const printer = new Transform({
    writableObjectMode: true,
    transform: (line: ImportLine, _encoding, done) => done(null, print(line)),
  })
  // An import reports failures as lines. The only error here is that the client has disconnected.
  return pipeline(lines, printer, () => undefined)
}

function print(line: object): string {
  return `${JSON.stringify(line)}\n`
}
