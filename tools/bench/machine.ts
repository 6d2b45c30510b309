/** The machine of the benchmark: temporary folders, and the cores, memory, and CPU time of processes. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'praxam-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Creates an empty folder that is removed when this process exits. `name` is the start of its name. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(folder, `${name}-`))
}

/** Restricts a process to one core. Returns whether the machine supports this. */
export function pinToCore(pid: number, core: number): boolean {
  return spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0
}

/** Current and peak memory of a process. */
export type Memory = { now: number; peak: number }

/** The memory of a process in bytes, or `undefined` if the system does not report it. */
export function readMemoryBytes(pid: number): Memory | undefined {
  const status = readProcess(`${pid}/status`)
  const read = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  const memory = { now: read('VmRSS'), peak: read('VmHWM') }
  return Number.isNaN(memory.now) ? undefined : memory
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
