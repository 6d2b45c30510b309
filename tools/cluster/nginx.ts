/** nginx in front of the processes, with the configuration from `docs/several-processes.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'
import { makeFolder } from '../bench/machine.ts'
import { nginxProgram } from './packages.ts'

const docs = join(import.meta.dirname, '../../docs/several-processes.md')

/** Starts nginx on a port of the loopback address, and waits until nginx itself responds. */
export async function startNginx(port: number, processPorts: readonly number[]): Promise<StartedProgram> {
  const folder = makeFolder('nginx')
  const healthPort = await findFreePort()
  writeFileSync(join(folder, 'nginx.conf'), printConfig(port, healthPort, processPorts, folder))
  return startProgram(nginxProgram, ['-p', folder, '-c', 'nginx.conf'], `http://127.0.0.1:${healthPort}`)
}

/**
 * The documented configuration, with other addresses.
 *
 * @throws {Error} if the page no longer has the lines whose addresses are replaced
 */
export function readDocumentedLines(port: number, processPorts: readonly number[]): string {
  const lines = /```nginx\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8'))?.[1] ?? ''
  const ports = [...processPorts]
  const replaced = lines
    .replaceAll(/server 10\.0\.0\.\d+:3000/g, () => `server 127.0.0.1:${ports.shift()}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${port};`)
    .replace(/server_name [^;]+;/, 'server_name localhost;')
  if (ports.length > 0 || !replaced.includes(`:${port};`)) throw new Error(`${docs} does not have the expected lines of nginx`)
  return replaced
}

/** With `master_process off`, nginx is a single process, so stopping it leaves no orphan. */
function printConfig(port: number, healthPort: number, processPorts: readonly number[], folder: string): string {
  // When started by root, nginx would run as another user, who cannot read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  return `
${user}
daemon off; master_process off; pid nginx.pid; error_log ${join(folder, 'error.log')} warn;
events { worker_connections 2048; }
http {
  ${temporary.join(' ')}
  access_log off;
  server { listen 127.0.0.1:${healthPort}; return 204; }
${readDocumentedLines(port, processPorts)}
}
`
}
