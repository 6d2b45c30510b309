/**
 * The server that the build contains: one program with its packages, so that no start has to read and convert the sources. The launcher
 * (`launch.js`) replaces its own process with this program, because flags and most of these variables only take effect when a process starts.
 *
 * | flag or variable | effect, measured on the embedded database |
 * |---|---|
 * | `--liftoff-only` | no second compilation of the database (WebAssembly), which takes up to 700 MB for a moment |
 * | `--wasm-lazy-validation` | 60 ms less; a function of the database is validated when it is first called |
 * | `--max-semi-space-size` | 20 MB less; short-lived values are collected earlier |
 * | `--no-allocation-site-pretenuring` | objects of a request die young; after many slow requests, V8 would keep them until the next full collection |
 * | `--v8-pool-size` | one helper thread compiles code and collects garbage; four at a time held up requests on two cores |
 * | `MALLOC_ARENA_MAX` | 7 MB less, because threads share the memory of native code |
 * | `MALLOC_MMAP_THRESHOLD_`, `MALLOC_TRIM_THRESHOLD_` | 5 MB less: large freed blocks are returned immediately; glibc would raise these limits |
 * | `NODE_COMPILE_CACHE` | starts half a second faster; V8 keeps the compiled program in the folder of the build |
 */
import { join } from 'node:path'
import process from 'node:process'

export const serverFlags = [
  '--liftoff-only',
  '--wasm-lazy-validation',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--v8-pool-size=1',
]

/** Absolute path of a program in a build. */
export function builtProgram(build: string, name: string): string {
  return join(build, 'server', `${name}.js`)
}

/** Arguments and environment of a process that runs a built program. Settings of the operator take precedence. */
export function builtProcess(build: string, name: string): { args: string[]; env: NodeJS.ProcessEnv } {
  const env = {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: join(build, 'compile-cache'),
    // The build is renamed when it is complete.
    NODE_COMPILE_CACHE_PORTABLE: '1',
    ...process.env,
  }
  return { args: [...serverFlags, ...process.execArgv, builtProgram(build, name)], env }
}

/** Replaces this process with the built server: the same process id, signals, and standard output. */
export async function becomeServer(build: string): Promise<void> {
  const { args, env } = builtProcess(build, 'main')
  // Windows has no such call.
  if (!process.execve || process.platform === 'win32') return void (await import(builtProgram(build, 'main')))
  process.execve(process.execPath, [process.execPath, ...args], env)
}
