/** nginx, for comparison: one process on one core that serves the same bytes, already compressed. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'
import { makeFolder } from './machine.ts'

export type CompressedEncoding = 'br' | 'gzip' | 'identity'

/** The response body for a path, uncompressed and compressed. */
export type ServedFile = { path: string; identity: Buffer; encoded: Buffer }

export type Nginx = { version: string; encoding: CompressedEncoding; modules: string[] }

/** The nginx on this machine, and the best encoding that it can serve from files. `undefined` if nginx is not installed. */
export function findNginx(): Nginx | undefined {
  // Debian installs nginx in a folder that is not in the `PATH` of every user.
  process.env['PATH'] += ':/usr/sbin:/usr/local/sbin'
  const { stderr, error } = spawnSync('nginx', ['-V'], { encoding: 'utf8' })
  if (error) return undefined
  const version = /nginx\/(\S+)/.exec(stderr)?.[1] ?? ''
  const brotli = join(/--modules-path=(\S+)/.exec(stderr)?.[1] ?? '/usr/lib/nginx/modules', 'ngx_http_brotli_static_module.so')
  if (existsSync(brotli)) return { version, encoding: 'br', modules: [brotli] }
  return { version, encoding: stderr.includes('http_gzip_static_module') ? 'gzip' : 'identity', modules: [] }
}

/** Starts nginx on a free port of the loopback address. */
export async function startNginx(nginx: Nginx, files: readonly ServedFile[]): Promise<StartedProgram & { origin: string }> {
  const folder = makeFolder('nginx')
  for (const { path, identity, encoded } of files) {
    const file = join(folder, 'files', path === '/' ? '/index.html' : path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, identity)
    if (nginx.encoding !== 'identity') writeFileSync(`${file}.${nginx.encoding === 'br' ? 'br' : 'gz'}`, encoded)
  }
  const port = await findFreePort()
  writeFileSync(join(folder, 'nginx.conf'), printConfig(folder, port, nginx))
  const origin = `http://127.0.0.1:${port}`
  return { origin, ...(await startProgram('nginx', ['-p', folder, '-c', 'nginx.conf'], origin)) }
}

/** With `master_process off`, one process serves like one worker, and stopping it leaves no orphan. */
function printConfig(folder: string, port: number, { encoding, modules }: Nginx): string {
  // When started by root, nginx would run as another user, who cannot read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  const precompressed = { br: 'brotli_static on;', gzip: 'gzip_static on;', identity: '' }[encoding]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  return `
${modules.map((path) => `load_module ${path};`).join('\n')}
${user}
daemon off; master_process off; pid nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  types { text/html html; text/javascript js; }
  default_type text/html; charset utf-8;
  open_file_cache max=100; open_file_cache_valid 60s;
  ${precompressed}
  add_header Cache-Control "public, no-cache";
  add_header Vary Accept-Encoding;
  add_header X-Content-Type-Options nosniff;
  add_header Referrer-Policy strict-origin-when-cross-origin;
  server { listen 127.0.0.1:${port}; root ${join(folder, 'files')}; location = / { rewrite ^ /index.html break; } }
}
`
}
