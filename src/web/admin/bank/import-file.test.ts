import { describe, expect, test } from 'vitest'
import { linesOf } from '#web/admin/bank/import-file.ts'

async function read(pieces: (string | Uint8Array)[]): Promise<string[]> {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of linesOf(stream)) lines.push(line)
  return lines
}

describe('lines of a stream', () => {
  test.each([
    [['a\nb\n'], ['a', 'b']],
    [['a\nb'], ['a', 'b']],
    [
      ['a', 'b', 'c\nd', '\n'],
      ['abc', 'd'],
    ],
    [
      ['\n\na\n\n', '\nb'],
      ['a', 'b'],
    ],
    [[], []],
  ])('are read from %j', async (pieces, lines) => {
    expect(await read(pieces)).toEqual(lines)
  })

  test('may be split inside a character', async () => {
    const bytes = new TextEncoder().encode('é\nü')
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['é', 'ü'])
  })
})
