/** A TCP proxy between a client and a server, which loses connections as a network does. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Resets all connections. */
  cut: () => void
  /** Drops the data of all current connections without closing them, like a machine that has lost power. New connections work. */
  silence: () => void
  /** From now on, new connections are accepted but get no data. */
  hang: () => void
  /** Ends `hang`. */
  resume: () => void
  /** Closes all connections and accepts no new ones. */
  close: () => void
}

export async function startTcpProxy(targetHost: string, targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isHanging = false
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: targetPort, host: targetHost, allowHalfOpen: true })
    const pair = [client, target] as const
    pairs.add(pair)
    for (const [socket, other] of [pair, [target, client]] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
    if (isHanging) return
    client.pipe(target)
    target.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const forEachSocket = (work: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) work(socket)
  }
  const silence = () =>
    forEachSocket((socket) => {
      socket.unpipe()
      socket.on('data', () => undefined)
    })
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => forEachSocket((socket) => socket.resetAndDestroy()),
    silence,
    hang: () => {
      isHanging = true
      silence()
    },
    resume: () => (isHanging = false),
    close: () => {
      forEachSocket((socket) => socket.destroy())
      server.close()
    },
  }
}
