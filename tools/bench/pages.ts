/**
 * Compares cached public pages with nginx and the same bytes, alternately, with one core for the server and one for the load.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { loadGeneratorName, putLoad } from './load.ts'
import { findNginx, startNginx, type CompressedEncoding, type ServedFile } from './nginx.ts'
import { ask, root, startSite } from './site.ts'
import { informative, judged, median, notMeasured, printCount, printRatio, type Row } from './table.ts'
import { findCommand, listCores, readCpuTicks, type Workplace } from './workplace.ts'

const rounds = 5
const roundSeconds = 2
const warmUpSeconds = 1
const ratioBudget = 0.5

type Server = { origin: string; pid: number }
/** Requests per second, and CPU time per request in microseconds if the system reports it. */
type LoadResult = { rate: number; cpuUs: number | undefined }

export async function measurePages(workplace: Workplace): Promise<Row[]> {
  const nginx = findNginx()
  if (!nginx) return [notMeasured('Cached pages against nginx', 'nginx is missing: apt install nginx libnginx-mod-http-brotli-static')]
  const [serverCore, loadCore] = listCores().length > 1 ? listCores() : []
  const site = await startSite(workplace, workplace.makeFolder('data'), serverCore)
  const paths = ['/', '/exam/mb-800', await findBiggestScript()]
  const files: ServedFile[] = []
  for (const path of paths)
    files.push({ path, identity: (await ask(site.origin + path)).body, encoded: (await ask(site.origin + path, nginx.encoding)).body })
  const yardstick = await startNginx(workplace, nginx, files, serverCore)
  const isPinned = serverCore !== undefined && findCommand('taskset') !== undefined

  const rows: Row[] = []
  for (const file of files) {
    await checkSameBytes(file, nginx.encoding, [site, yardstick])
    const measure = (server: Server, seconds = roundSeconds) => measureLoad(workplace, server, file.path, nginx.encoding, seconds, loadCore)
    for (const server of [site, yardstick]) await measure(server, warmUpSeconds)
    const ours: LoadResult[] = []
    const theirs: LoadResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that a machine that becomes slower affects both equally.
      if (round % 2 === 0) ours.push(await measure(site))
      theirs.push(await measure(yardstick))
      if (round % 2 === 1) ours.push(await measure(site))
    }
    rows.push(
      compare(`Cached ${printPath(file.path)} against nginx, ${nginx.encoding} ${printCount(file.encoded.length)} bytes`, ours, theirs),
    )
  }
  const how = `nginx ${nginx.version}, ${loadGeneratorName()}, 32 connections, ${isPinned ? 'one core each' : 'cores not separated'}, ${rounds} rounds`
  return [...rows, informative('LoadResult with', how)]
}

async function findBiggestScript(): Promise<string> {
  const folder = join(root, 'build/client/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })))
  const biggest = sizes.toSorted((a, b) => b.bytes - a.bytes)[0]
  if (!biggest) throw new Error('The build has no script')
  return `/assets/${biggest.name}`
}

/** Removes the hash from the name of a script: `/assets/entry.client-Dz3naw5d.js` → `/assets/entry.client….js` */
function printPath(path: string): string {
  return path.replace(/-[\w-]{8}\.js$/, '….js')
}

async function checkSameBytes({ path, encoded }: ServedFile, encoding: CompressedEncoding, servers: readonly Server[]): Promise<void> {
  for (const { origin } of servers) {
    const { status, headers, body } = await ask(origin + path, encoding)
    if (status !== 200 || (headers['content-encoding'] ?? 'identity') !== encoding || !body.equals(encoded)) {
      throw new Error(
        `${origin}${path} responds with ${status} and ${body.length} bytes in ${headers['content-encoding']}, not the ${encoded.length} bytes compared`,
      )
    }
  }
}

async function measureLoad(
  workplace: Workplace,
  { origin, pid }: Server,
  path: string,
  encoding: CompressedEncoding,
  seconds: number,
  core: number | undefined,
): Promise<LoadResult> {
  const before = readCpuTicks(pid)
  const rate = await putLoad(workplace, origin + path, encoding, seconds, core)
  const after = readCpuTicks(pid)
  const isKnown = before !== undefined && after !== undefined
  return { rate, cpuUs: isKnown ? ((after - before) * 10_000) / (rate * seconds) : undefined }
}

function compare(figure: string, ours: readonly LoadResult[], theirs: readonly LoadResult[]): Row {
  const ratio = median(ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? NaN)))
  const rates = [ours, theirs].map((all) => printCount(median(all.map(({ rate }) => rate)))).join(' of ')
  const cpu = [ours, theirs].map((all) => median(all.map(({ cpuUs }) => cpuUs ?? NaN)))
  const cpuWords = cpu.some(Number.isNaN) ? '' : `, CPU ${cpu.map((us) => us.toFixed(1)).join(' to ')} µs`
  return judged(figure, `${printRatio(ratio)} (${rates} requests/s${cpuWords})`, '≥ 0.5', ratio >= ratioBudget)
}
