/** Temporary resources of a measurement: folders and processes. Nothing is left behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const stopPatienceMs = 10_000

/** A started process. `output` returns the text of both streams so far. */
export type Running = { pid: number; output: () => string; exited: Promise<number | null>; stop: () => Promise<void> }

export type Workplace = {
  /** Creates an empty folder. `name` is the start of its name. */
  makeFolder: (name: string) => string
  /** Starts a program, only on the given core if the machine supports it. */
  start: (command: string, parameters: readonly string[], options?: { core?: number; env?: NodeJS.ProcessEnv; cwd?: string }) => Running
  /** Stops all processes and removes the folders. This also happens when this process exits. */
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
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code))
    }).finally(() => children.delete(child))
    // A caller that awaits the process gets the error. Without a caller it is ignored.
    exited.catch(() => undefined)
    children.add(child)
    const stop = async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
      child.kill('SIGTERM')
      await exited
      clearTimeout(force)
    }
    return { pid: child.pid ?? 0, output: () => output.join(''), exited, stop }
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

/** Absolute path of a program in `PATH` or in Debian's folders for servers. */
export function findCommand(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Numbers of the cores that this process may use. Empty if the system does not report them. */
export function listCores(): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readProcess('self/status')) ?? []
  return list.split(',').flatMap((range) => {
    const [from = NaN, to = from] = range.split('-').map(Number)
    return Number.isNaN(from) || range === '' ? [] : Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

/** Memory of a process in bytes, or `undefined` if the system does not report it. */
export function readMemoryBytes(pid: number): number | undefined {
  const match = /^VmRSS:\s*(\d+) kB/m.exec(readProcess(`${pid}/status`))
  return match ? Number(match[1]) * 1024 : undefined
}

/** CPU time of a process so far, in ticks of 10 ms, or `undefined` if the system does not report it. */
export function readCpuTicks(pid: number): number | undefined {
  // The name of the program is in parentheses and may contain spaces. User and system time are fields 14 and 15.
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
