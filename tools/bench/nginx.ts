/** nginx for comparison: one process on one core that serves the same precompressed bytes. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './site.ts'
import { findFreePort } from '#tests/free-port.ts'
import { findCommand, type Running, type Workplace } from './workplace.ts'

export type CompressedEncoding = 'br' | 'gzip' | 'identity'

/** The bytes for a path, uncompressed and compressed. */
export type ServedFile = { path: string; identity: Buffer; encoded: Buffer }

export type Nginx = { command: string; version: string; encoding: CompressedEncoding; modules: string[] }

const startPatienceMs = 5_000

/** The nginx of this machine and the best encoding that it can serve from files. `undefined` if there is none. */
export function findNginx(): Nginx | undefined {
  const command = findCommand('nginx')
  if (!command) return undefined
  const built = spawnSync(command, ['-V'], { encoding: 'utf8' }).stderr
  const version = /nginx\/(\S+)/.exec(built)?.[1] ?? ''
  const brotli = join(/--modules-path=(\S+)/.exec(built)?.[1] ?? '/usr/lib/nginx/modules', 'ngx_http_brotli_static_module.so')
  if (existsSync(brotli)) return { command, version, encoding: 'br', modules: [brotli] }
  return { command, version, encoding: built.includes('http_gzip_static_module') ? 'gzip' : 'identity', modules: [] }
}

/**
 * Starts nginx on a free port of the loopback address.
 *
 * @throws {Error} with the output of nginx, if it does not respond
 */
export async function startNginx(
  workplace: Workplace,
  nginx: Nginx,
  files: readonly ServedFile[],
  core?: number,
): Promise<Running & { origin: string }> {
  const folder = workplace.makeFolder('nginx')
  for (const file of files) writeServedFile(join(folder, 'files'), file, nginx.encoding)
  const port = await findFreePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, printConfig(folder, port, nginx))
  const running = workplace.start(nginx.command, ['-p', folder, '-c', config], core === undefined ? {} : { core })
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  while (!(await ask(`${origin}/`).catch(() => undefined))) {
    if (performance.now() - startedAt > startPatienceMs) throw new Error(`nginx did not start: ${running.output()}`)
    await pause(20)
  }
  return { ...running, origin }
}

function writeServedFile(folder: string, { path, identity, encoded }: ServedFile, encoding: CompressedEncoding): void {
  const file = join(folder, path === '/' ? '/index.html' : path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, identity)
  if (encoding !== 'identity') writeFileSync(`${file}.${encoding === 'br' ? 'br' : 'gz'}`, encoded)
}

/** With `master_process off`, one process serves like one worker, and stopping it leaves no orphan. */
function printConfig(folder: string, port: number, { encoding, modules }: Nginx): string {
  // As root, nginx would run as another user, who cannot read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  const precompressed = { br: 'brotli_static on;', gzip: 'gzip_static on;', identity: '' }[encoding]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  return `
${modules.map((path) => `load_module ${path};`).join('\n')}
daemon off;
master_process off;
${user}
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  types { text/html html; text/javascript js; }
  default_type text/html;
  charset utf-8;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100;
  open_file_cache_valid 60s;
  keepalive_requests 1000000000;
  ${precompressed}
  add_header Cache-Control "public, no-cache";
  add_header Vary Accept-Encoding;
  add_header X-Content-Type-Options nosniff;
  add_header Referrer-Policy strict-origin-when-cross-origin;
  server {
    listen 127.0.0.1:${port};
    root ${join(folder, 'files')};
    location = / { rewrite ^ /index.html break; }
  }
}
`
}
