/**
 * Load on one address: as many requests as possible over 32 open connections, one at a time on each, from one core.
 * It uses `wrk` if that is installed. Otherwise it starts this file as a separate process.
 */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findCommand, type Workplace } from './workplace.ts'

const connections = 32

/** Name of the load generator. The built-in one is slower than nginx, so the ratio looks better. */
export function loadGeneratorName(): string {
  return findCommand('wrk') ? 'wrk' : 'built-in load generator'
}

/**
 * Requests per second to an address.
 *
 * @throws {Error} if a response does not have status 200
 */
export async function putLoad(workplace: Workplace, url: string, encoding: string, seconds: number, core?: number): Promise<number> {
  const wrk = findCommand('wrk')
  const where = core === undefined ? {} : { core }
  const running = wrk
    ? workplace.start(wrk, ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', `Accept-Encoding: ${encoding}`, url], where)
    : workplace.start(process.execPath, [import.meta.filename, url, encoding, String(seconds)], where)
  const code = await running.exited
  const output = running.output()
  const rate = /Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]
  if (code !== 0 || rate === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(`Load on ${url} failed: ${output}`)
  return Number(rate)
}

if (import.meta.main) await generate(process.argv.slice(2))

/** Prints the rate like `wrk`. It uses sockets, because the HTTP client of Node is slower than both servers. */
async function generate([url = '', encoding = '', seconds = '']: string[]): Promise<void> {
  const { hostname, port, host, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${encoding}\r\n\r\n`
  let answered = 0
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => socket.write(request))
    let missingBytes = 0
    let head = ''
    socket.on('data', (chunk) => {
      if (missingBytes === 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        const length = /^content-length: *(\d+)/im.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(head.slice(0, end))
        missingBytes = Number(length) - (head.length - end - 4)
        head = ''
      } else {
        missingBytes -= chunk.length
      }
      if (missingBytes > 0) return
      answered += 1
      socket.write(request)
    })
    return socket
  })
  const startedAt = performance.now()
  await pause(Number(seconds) * 1000)
  console.log(`Requests/sec: ${(answered / (performance.now() - startedAt)) * 1000}`)
  for (const socket of sockets) socket.destroy()
}
