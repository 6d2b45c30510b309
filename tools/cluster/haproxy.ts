/** HAProxy in front of both PostgreSQL servers. It sends every connection to the primary, which is the server that is not in recovery. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'
import { makeFolder } from '../bench/machine.ts'
import { haproxyProgram } from './packages.ts'
import { superuser } from './postgres-server.ts'

/** Starts HAProxy and waits until it has found the primary. */
export async function startHaproxy(postgresPorts: readonly number[]): Promise<StartedProgram & { port: number }> {
  const folder = makeFolder('haproxy')
  const port = await findFreePort()
  const healthPort = await findFreePort()
  writeFileSync(join(folder, 'haproxy.cfg'), printConfig(port, healthPort, postgresPorts))
  const program = await startProgram(haproxyProgram, ['-q', '-f', join(folder, 'haproxy.cfg')], `http://127.0.0.1:${healthPort}/health`)
  return { port, ...program }
}

function printConfig(port: number, healthPort: number, postgresPorts: readonly number[]): string {
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h

listen postgres
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startupMessage(superuser)}
  tcp-check expect binary ${hex(readyForQuery)}
  tcp-check send-binary ${query('SELECT pg_is_in_recovery()')}
  tcp-check expect binary ${falseRow}
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${postgresPorts.map((serverPort, index) => `  server postgres${index + 1} 127.0.0.1:${serverPort} check`).join('\n')}

frontend health
  mode http
  timeout http-request 2s
  bind 127.0.0.1:${healthPort}
  monitor-uri /health
  # HAProxy takes both servers for primaries until it has checked them.
  monitor fail unless { nbsrv(postgres) eq 1 }
`
}

// Messages in PostgreSQL's protocol, in hexadecimal. The servers trust connections from this machine, so there is no password.
const readyForQuery = 'Z'
/** One row with one column, `f`. */
const falseRow = '440000000b00010000000166'

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}

function startupMessage(user: string): string {
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`user\0${user}\0database\0postgres\0\0`)])
  return withLength(body).toString('hex')
}

function query(statement: string): string {
  return hex('Q') + withLength(Buffer.from(`${statement}\0`)).toString('hex')
}

function withLength(body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + length.length)
  return Buffer.concat([length, body])
}
