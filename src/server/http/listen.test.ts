import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AddressProblem, listen } from '#server/http/listen.ts'
import { findFreePort } from '#tests/free-port.ts'

const site = { port: 'PORT', host: 'HOST' } as const
const metrics = { port: 'METRICS_PORT', host: 'METRICS_HOST' } as const

function aServer() {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

describe.each([site, metrics])('an unusable address in %o', (names) => {
  test('is reported with the setting of its host', async () => {
    // An address for documentation (RFC 5737), which no machine has.
    const listening = listen(aServer(), await findFreePort(), '192.0.2.1', names)
    await expect(listening).rejects.toThrow(
      new AddressProblem(`This machine has no address 192.0.2.1; set ${names.host} to one of its addresses.`),
    )
  })

  test('is reported with the setting of its port, if another program listens there', async () => {
    const port = await findFreePort()
    await listen(aServer(), port, '127.0.0.1', names)
    const again = listen(aServer(), port, '127.0.0.1', names)
    await expect(again).rejects.toThrow(
      new AddressProblem(`Port ${port} is in use by another program; stop that program or set ${names.port} to another port.`),
    )
  })
})
