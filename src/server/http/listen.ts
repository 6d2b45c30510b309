/** Listens on the address in the settings. */
import type { Server } from 'node:http'

/** The port or the address in the settings cannot be used. The message says which setting to change. */
export class AddressProblem extends Error {}

/** The names of the settings, for the message. */
type SettingNames = { port: 'PORT' | 'METRICS_PORT'; host: 'HOST' | 'METRICS_HOST' }

/** Without a host, the server listens on all interfaces. @throws {AddressProblem} if the port or the address cannot be used */
export async function listen(server: Server, port: number, host: string | undefined, names: SettingNames): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, ...(host && { host }) }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const advice = describeProblem((error as NodeJS.ErrnoException).code, port, host, names)
    throw advice ? new AddressProblem(advice, { cause: error }) : error
  }
}

function describeProblem(code: string | undefined, port: number, host: string | undefined, names: SettingNames): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; stop that program or set ${names.port} to another port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}; set ${names.host} to one of its addresses.`
  if (code === 'EACCES') return `The process may not use port ${port}; set ${names.port} to another port, such as one above 1023.`
  return undefined
}
