/**
 * Compares the site's cached public pages with nginx serving the same bytes. `wrk` sends as many requests as possible over 32 open
 * connections, alternately to both servers. The server and the load have one core each, if the machine supports this.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { promisify } from 'node:util'
import { pinToCore, readCpuTicks } from './machine.ts'
import { findNginx, startNginx, type CompressedEncoding, type ServedFile } from './nginx.ts'
import { fetchEncoded, root, startSite } from './site.ts'
import { informative, judged, median, notMeasured, printCount, type Row } from './table.ts'

const rounds = 5
const roundSeconds = 2
const warmUpSeconds = 1
const ratioBudget = 0.5
const serverCore = 0
const loadCore = 1

type Server = { origin: string; pid: number }
/** Requests per second, and CPU time per request in microseconds, `NaN` if the system does not report it. */
type LoadResult = { rate: number; cpuUs: number }

export async function measurePages(): Promise<Row[]> {
  const nginx = findNginx()
  if (!nginx || spawnSync('wrk', ['-v']).error)
    return [notMeasured('Cached pages against nginx', 'needs: apt install nginx libnginx-mod-http-brotli-static wrk')]
  await using site = await startSite()
  const files: ServedFile[] = []
  for (const path of ['/', '/exam/mb-800', await findBiggestScript()]) {
    const [identity, encoded] = [await fetchEncoded(site.origin + path, 'identity'), await fetchEncoded(site.origin + path, nginx.encoding)]
    files.push({ path, identity: identity.body, encoded: encoded.body })
  }
  await using yardstick = await startNginx(nginx, files)
  const isPinned = availableParallelism() > 1 && [site, yardstick].every(({ pid }) => pinToCore(pid, serverCore))

  const rows: Row[] = []
  for (const file of files) {
    await checkSameBytes(file, nginx.encoding, [site, yardstick])
    const measure = (server: Server, seconds = roundSeconds) => measureLoad(server, file.path, nginx.encoding, seconds, isPinned)
    for (const server of [site, yardstick]) await measure(server, warmUpSeconds)
    const ours: LoadResult[] = []
    const theirs: LoadResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that both are affected equally if the machine becomes slower.
      if (round % 2 === 0) ours.push(await measure(site))
      theirs.push(await measure(yardstick))
      if (round % 2 === 1) ours.push(await measure(site))
    }
    // Replaces the hash in the name of a script: `/assets/entry.client….js`.
    const name = file.path.replace(/-[\w-]{8}\.js$/, '….js')
    rows.push(compare(`Cached ${name} against nginx, ${nginx.encoding} ${printCount(file.encoded.length)} bytes`, ours, theirs))
  }
  const how = `nginx ${nginx.version}, wrk, 32 connections, ${isPinned ? 'one core each' : 'cores not separated'}, ${rounds} rounds`
  return [...rows, informative('Load with', how)]
}

async function findBiggestScript(): Promise<string> {
  const folder = join(await buildWhenNeeded(root), 'client/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })))
  const biggest = sizes.toSorted((a, b) => b.bytes - a.bytes)[0]
  if (!biggest) throw new Error('The build has no script')
  return `/assets/${biggest.name}`
}

async function checkSameBytes({ path, encoded }: ServedFile, encoding: CompressedEncoding, servers: readonly Server[]): Promise<void> {
  for (const { origin } of servers) {
    const { status, headers, body } = await fetchEncoded(origin + path, encoding)
    const found = headers['content-encoding'] ?? 'identity'
    if (status !== 200 || found !== encoding || !body.equals(encoded))
      throw new Error(
        `${origin}${path} responds with ${status} and ${body.length} bytes in ${found}, not the ${encoded.length} bytes compared`,
      )
  }
}

async function measureLoad({ origin, pid }: Server, path: string, encoding: string, seconds: number, isPinned: boolean) {
  const before = readCpuTicks(pid) ?? NaN
  const load = promisify(execFile)('wrk', ['-t1', '-c32', `-d${seconds}s`, '-H', `Accept-Encoding: ${encoding}`, origin + path])
  if (isPinned) pinToCore(load.child.pid ?? 0, loadCore)
  const { stdout } = await load
  const rate = Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1])
  if (Number.isNaN(rate) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`Load on ${origin}${path} failed: ${stdout}`)
  return { rate, cpuUs: (((readCpuTicks(pid) ?? NaN) - before) * 10_000) / (rate * seconds) }
}

function compare(figure: string, ours: readonly LoadResult[], theirs: readonly LoadResult[]): Row {
  const ratio = median(ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? NaN)))
  const rates = [ours, theirs].map((all) => printCount(median(all.map(({ rate }) => rate)))).join(' of ')
  const cpu = [ours, theirs].map((all) => median(all.map(({ cpuUs }) => cpuUs)).toFixed(1)).join(' to ')
  return judged(figure, `${ratio.toFixed(2)} (${rates} requests/s, CPU ${cpu} µs)`, '≥ 0.5', ratio >= ratioBudget)
}
