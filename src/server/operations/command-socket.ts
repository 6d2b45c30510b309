/**
 * The control channel: how a command on this machine reaches the server that holds the embedded database, which one
 * process alone can have open. HTTP on a socket that only the owner of the data folder may use.
 *
 * `POST /<command>` with a JSON body is answered by JSON, by a stream of bytes, or, with status 400 and above, by
 * `{ "problem": "One sentence." }`. The socket is `control.sock` in the data folder, or a named pipe on Windows.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#server/log.ts'

/** A command cannot be carried out. The message is one sentence for the operator. */
export class CommandProblem extends Error {}

/** With `mayPause` the stream is sent for as long as it takes, because it keeps nobody waiting. */
export type ControlAnswer = { json: unknown } | { stream: Readable; mayPause?: boolean }

export type SocketCommands = Record<string, (body: unknown) => Promise<ControlAnswer>>

export const socketName = 'control.sock'

/** Longest path of a socket that every system takes, in bytes. */
const socketPathMax = 100
const bodyBytesMax = 64 * 1024
/** An asker who stops reading is given up, because a backup keeps everybody else waiting. */
const stallTimeoutMs = 5_000

/**
 * Answers commands until it is closed. A socket left behind by a killed server is replaced. Where another process
 * answers already, which only happens when several share PostgreSQL and a data folder, this one goes without; so it does,
 * with a line in the log, where no socket can be made.
 */
export async function openCommandSocket(dataDir: string, commands: SocketCommands, log: Log): Promise<{ close: () => Promise<void> }> {
  const server = createServer((message, response) => void answer(commands, message, response, log))
  try {
    if (await takeSocket(server, placeSocket(dataDir))) return { close: () => close(server) }
  } catch (error) {
    log.warn({ error }, 'There is no control channel, so commands that need the embedded database have to wait until the server stops')
  }
  return { close: () => Promise.resolve() }
}

/**
 * Asks the server that runs on the data folder. `undefined` when none does.
 *
 * @throws {CommandProblem} with the sentence of the server
 */
export async function sendCommand(dataDir: string, command: string, body: unknown = {}): Promise<ControlAnswer | undefined> {
  const path = findSocket(dataDir)
  if (!(await isServerRunning(dataDir))) return undefined
  const message = await post(path, `/${command}`, JSON.stringify(body))
  if (message.statusCode === 200 && message.headers['content-type'] === byteStream) return { stream: message }
  const answer: unknown = await json(message)
  if (message.statusCode === 200) return { json: answer }
  throw new CommandProblem((answer as { problem: string }).problem)
}

/** Whether a server runs on the data folder, as far as its socket tells. */
export async function isServerRunning(dataDir: string): Promise<boolean> {
  const path = findSocket(dataDir)
  return (isWindows || existsSync(path)) && isOurs(dataDir, path) && isAnswered(path)
}

const isWindows = process.platform === 'win32'
const byteStream = 'application/octet-stream'

/** Where the socket of a data folder is, whether or not somebody listens there. */
export function findSocket(dataDir: string): string {
  const folder = realPath(dataDir)
  const name = `praxam-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (isWindows) return `\\\\.\\pipe\\${name}`
  const path = join(folder, socketName)
  return Buffer.byteLength(path) <= socketPathMax ? path : join(tmpdir(), name, socketName)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Makes the folder in the system's temp folder when the socket has to be there. */
function placeSocket(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = findSocket(dataDir)
  if (isWindows || isInside(dataDir, path)) return path
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (!isOurs(dataDir, path)) {
    throw new Error(`The folder ${dirname(path)} belongs to somebody else or is open to others; remove it, then start again.`)
  }
  return path
}

function isInside(dataDir: string, path: string): boolean {
  return dirname(path) === realPath(dataDir)
}

/** Anybody may make a folder in the system's temp folder; one of somebody else could hold a socket that listens in. */
function isOurs(dataDir: string, path: string): boolean {
  if (isWindows || isInside(dataDir, path)) return true
  const { uid, mode } = lstatSync(dirname(path))
  return [process.getuid?.(), statSync(dataDir).uid].includes(uid) && (mode & 0o077) === 0
}

/** `false` when another process has it. */
async function takeSocket(server: Server, path: string): Promise<boolean> {
  if (!(await listen(server, path))) {
    if (await isAnswered(path)) return false
    rmSync(path, { force: true })
    if (!(await listen(server, path))) return false
  }
  if (!isWindows) chmodSync(path, 0o600)
  return true
}

/** `false` when the path is taken. */
function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', onError)
    server.listen(path, () => {
      server.off('error', onError)
      resolve(true)
    })
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') reject(new CommandProblem('The running server belongs to another user; run this command as that one.'))
      else resolve(false)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function answer(commands: SocketCommands, message: IncomingMessage, response: ServerResponse, log: Log): Promise<void> {
  const name = (message.url ?? '').slice(1)
  try {
    const command = Object.hasOwn(commands, name) && message.method === 'POST' ? commands[name] : undefined
    if (!command) return sendProblem(response, 404, `The running server does not know the command ${name}; restart it, then try again.`)
    const result = await command(await readBody(message))
    if ('json' in result) return send(response, 200, result.json)
    // What fails before the first byte can still be said in a sentence.
    await once(result.stream, 'readable')
    if (!result.mayPause) response.setTimeout(stallTimeoutMs, () => response.destroy())
    response.writeHead(200, { 'content-type': byteStream })
    await pipeline(result.stream, response)
  } catch (error) {
    if (error instanceof CommandProblem) return sendProblem(response, 400, error.message)
    log.error({ error, command: name }, 'A command over the control channel failed')
    sendProblem(response, 500, 'The running server could not do it; its log says why.')
  }
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of message as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bodyBytesMax) throw new CommandProblem('The command is too long.')
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    throw new CommandProblem('The command is not JSON.')
  }
}

function sendProblem(response: ServerResponse, status: number, problem: string): void {
  // A stream under way is cut, which the asker notices.
  if (response.headersSent) response.destroy()
  else send(response, status, { problem })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function post(socketPath: string, path: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path, method: 'POST', agent: false }, resolve)
    asking.once('error', reject)
    asking.end(body)
  })
}
