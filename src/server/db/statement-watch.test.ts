import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'

type Ended = { signal: string | undefined; errors: string }

/** Runs statements in another process, which the watch may end. Its limit is 300 ms. */
function run(statements: string): Promise<Ended> {
  const script = `
    import { createStatementWatch } from ${JSON.stringify(import.meta.resolve('./statement-watch.ts'))}
    const watch = createStatementWatch({ elapsedMs: 300, processorMs: 150, intervalMs: 50 })
    const work = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); }
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    watch.start()
    await new Promise((resolve) => setTimeout(resolve, 300))
    ${statements}
    process.exit(0)`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', script], { timeout: 25_000 }, (error, _, errors) =>
      resolve({ signal: error?.signal ?? undefined, errors }),
    )
  })
}

describe('a statement', () => {
  test('that does not return ends the process with a sentence', async () => {
    const { signal, errors } = await run(`watch.begin('select 1'); work(20_000)`)
    expect(signal).toBe('SIGKILL')
    expect(errors).toMatch(
      /^Praxam is stopping because a statement of the embedded database has not returned for \d+ seconds; start it again\./,
    )
  })

  test.each([
    ['many short ones', `for (let count = 0; count < 100; count += 1) { watch.begin('select 1'); work(20); watch.end() }`],
    ['maintenance', `watch.begin('VACUUM (ANALYZE)'); work(2000); watch.end()`],
    ['other work', `watch.begin('select 1'); watch.end(); work(2000)`],
    ['a slow disk', `watch.begin('select 1'); wait(2000); watch.end()`],
  ])('that returns does not end the process: %s', async (_, statements) => {
    expect(await run(statements)).toEqual({ signal: undefined, errors: '' })
  })

  test.skipIf(process.platform !== 'linux')('that waits for a slow disk does not end the process while another thread works', async () => {
    const busy = `const { Worker } = await import('node:worker_threads'); new Worker('for (;;);', { eval: true });`
    expect(await run(`${busy} watch.begin('select 1'); wait(2000); watch.end()`)).toEqual({ signal: undefined, errors: '' })
  })
})
