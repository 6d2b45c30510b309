/** Servers that tests and benchmarks start as separate processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const startTimeoutMs = 120_000
const checkIntervalMs = 20

export type StartedProgram = {
  pid: number
  /** Standard output so far. */
  output: () => string
  /** Kills the process immediately, like a crash or a power failure, so that it cannot write anything more. */
  kill: () => Promise<void>
  /** Lets the process finish its work and end. */
  stop: () => Promise<void>
  /** Stops the process at the end of an `await using` block. */
  [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Starts a program and waits until it responds to `readyUrl` with success. It is killed when this process exits.
 *
 * @throws {Error} if the program ends or is not ready within two minutes
 */
export async function startProgram(
  command: string,
  parameters: readonly string[],
  readyUrl: string,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<StartedProgram> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const exit = once(child, 'exit').finally(() => process.off('exit', kill))
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(readyUrl))) {
    const ended = describeEnd(child)
    if (ended) throw new Error(`${command} for ${readyUrl} ended with ${ended}: ${output}`)
    if (Date.now() > deadline) {
      kill()
      await exit
      throw new Error(`${readyUrl} did not respond within ${startTimeoutMs} ms`)
    }
    await pause(checkIntervalMs)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exit
  }
  const stop = () => end('SIGTERM')
  return { pid: child.pid ?? 0, output: () => output, kill: () => end('SIGKILL'), stop, [Symbol.asyncDispose]: stop }
}

/** `'exit code 1'` or `'signal SIGKILL'`. `undefined` while the process runs. */
function describeEnd({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (signalCode !== null) return `signal ${signalCode}`
  return exitCode === null ? undefined : `exit code ${exitCode}`
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
