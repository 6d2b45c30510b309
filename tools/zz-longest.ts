import { PGlite } from '@electric-sql/pglite'
import { measureImport } from './bench/import.ts'
const proto = PGlite.prototype as any
const top: [number, number, string][] = []
const original = proto.execProtocolStream
proto.execProtocolStream = async function (message: Uint8Array, options: unknown) {
  const cpu = process.threadCpuUsage()
  const at = performance.now()
  try {
    return await original.call(this, message, options)
  } finally {
    const ms = performance.now() - at
    const used = process.threadCpuUsage(cpu)
    if (ms > 50)
      top.push([
        Math.round(ms),
        Math.round((used.user + used.system) / 1000),
        Buffer.from(message)
          .toString('latin1', 0, 160)
          .replace(/[^\x20-\x7e]+/g, ' '),
      ])
  }
}
console.table(await measureImport())
console.log(top.sort((a, b) => b[0] - a[0]).slice(0, 25))
process.exit(0)
