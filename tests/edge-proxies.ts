/** The shared caches of `operations/`, with their documented configuration, in front of a test's server. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { checkProgram } from '#tests/optional-programs.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'

export type EdgeProxy = {
  name: 'nginx' | 'Varnish'
  /** Starts a proxy on a port, in front of the site on another port. The proxy is ready once it returns a page. */
  start: (port: number, sitePort: number, readyPath: string) => Promise<StartedProgram>
}

/** Debian installs servers in a folder that is not in the `PATH` of every user. */
process.env['PATH'] += ':/usr/sbin:/usr/local/sbin'
const isInstalled = (program: string, versionOption: string) => spawnSync(program, [versionOption]).error === undefined

/** The token in the configuration for Varnish. */
export const purgeToken = 'CHANGE-THIS-TOKEN'

/** The proxies that are installed. `.ci/install nginx varnish varnish-modules` installs both. @throws if one is missing and required */
export function listEdgeProxies(): EdgeProxy[] {
  return [findNginx(), findVarnish()].filter((proxy) => proxy !== undefined)
}

/** `undefined` if nginx is not installed. @throws if it is required */
export function findNginx(): EdgeProxy | undefined {
  return checkProgram('nginx', isInstalled('nginx', '-v')) ? { name: 'nginx', start: startNginx } : undefined
}

function findVarnish(): EdgeProxy | undefined {
  const hasPurges = globSync('/usr/lib/*/varnish/vmods/libvmod_xkey.so').length > 0
  const isComplete = checkProgram('varnish', isInstalled('varnishd', '-V')) && checkProgram('varnish-modules', hasPurges)
  return isComplete ? { name: 'Varnish', start: startVarnish } : undefined
}

async function startNginx(port: number, sitePort: number, readyPath: string): Promise<StartedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-nginx-'))
  const documented = readDocumented('nginx-cache.conf', {
    '/var/cache/nginx/praxam': join(folder, 'cache'),
    '127.0.0.1:3000': `127.0.0.1:${sitePort}`,
    'listen 80': `listen 127.0.0.1:${port}`,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  // When started by root, nginx would run as another user, who cannot read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  const frame = `${user} daemon off; pid nginx.pid; error_log stderr crit; events {} http { access_log off; ${temporary.join(' ')}`
  writeFileSync(join(folder, 'nginx.conf'), `${frame}\n${documented}\n}`)
  return startProgram('nginx', ['-p', folder, '-c', 'nginx.conf'], `http://127.0.0.1:${port}${readyPath}`)
}

async function startVarnish(port: number, sitePort: number, readyPath: string): Promise<StartedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-varnish-'))
  writeFileSync(join(folder, 'site.vcl'), readDocumented('varnish.vcl', { '.port = "3000"': `.port = "${sitePort}"` }))
  const address = `127.0.0.1:${port}`
  const options = ['-F', '-j', 'none', '-n', join(folder, 'state'), '-f', join(folder, 'site.vcl'), '-a', address, '-s', 'malloc,32M']
  return startProgram('varnishd', [...options, '-T', 'none'], `http://${address}${readyPath}`)
}

/** A file of `operations/` with other addresses. @throws if the file does not contain them */
function readDocumented(name: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(import.meta.dirname, '../operations', name), 'utf8')
  for (const [documented, used] of Object.entries(replacements)) {
    if (!text.includes(documented)) throw new Error(`operations/${name} does not contain ${documented}`)
    text = text.replace(documented, used)
  }
  return text
}
