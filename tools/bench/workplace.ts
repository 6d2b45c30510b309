/** What a measure uses and leaves nothing of: a temporary folder, processes of its own, free ports. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const stopPatienceMs = 10_000

/** A process of ours. `output` is what it has said so far on both streams. */
export type Running = { pid: number; output: () => string; exited: Promise<number | null>; stop: () => Promise<void> }

export type Workplace = {
  /** A new empty folder whose name begins as given. */
  makeFolder: (name: string) => string
  /** Starts a program; with `core`, on that core alone where the machine can do it. */
  start: (command: string, parameters: readonly string[], options?: { core?: number; env?: NodeJS.ProcessEnv; cwd?: string }) => Running
  /** Ends what still runs and removes the folder. Leaving the process does the same. */
  close: () => Promise<void>
}

export function openWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-bench-'))
  const children = new Set<ChildProcess>()
  const abandon = () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const leave = () => process.exit(1)
  process.once('exit', abandon)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave)

  const start: Workplace['start'] = (command, parameters, { core, ...options } = {}) => {
    const [program = command, ...rest] = pinned(core, [command, ...parameters])
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code))
    }).finally(() => children.delete(child))
    // Whoever waits for the process hears of the failure; nobody has to wait.
    exited.catch(() => undefined)
    children.add(child)
    const stop = async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
      child.kill('SIGTERM')
      await exited
      clearTimeout(force)
    }
    return { pid: child.pid ?? 0, output: () => said.join(''), exited, stop }
  }

  return {
    makeFolder: (name) => {
      return mkdtempSync(join(folder, `${name}-`))
    },
    start,
    close: async () => {
      process.off('exit', abandon)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave)
      const ending = [...children].map((child) => once(child, 'close'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ending)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Absolute path of a program, looked for in `PATH` and where Debian keeps servers. */
export function findCommand(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Cores this process may use, by number; empty where the system does not say. */
export function listCores(): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readProcess('self/status')) ?? []
  return list.split(',').flatMap((range) => {
    const [from = NaN, to = from] = range.split('-').map(Number)
    return Number.isNaN(from) || range === '' ? [] : Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

/** Memory of a process in bytes, or `undefined` where the system does not say. */
export function readMemoryBytes(pid: number): number | undefined {
  const match = /^VmRSS:\s*(\d+) kB/m.exec(readProcess(`${pid}/status`))
  return match ? Number(match[1]) * 1024 : undefined
}

/** Processor time a process has used so far, in ticks of 10 ms, or `undefined` where the system does not say. */
export function readCpuTicks(pid: number): number | undefined {
  // The name of the program stands in parentheses and may hold spaces; user and system time are fields 14 and 15.
  const fields = readProcess(`${pid}/stat`).split(') ')[1]?.split(' ')
  return fields && Number(fields[11]) + Number(fields[12])
}

function readProcess(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

function pinned(core: number | undefined, command: string[]): string[] {
  const taskset = findCommand('taskset')
  return core !== undefined && taskset ? [taskset, '-c', String(core), ...command] : command
}
