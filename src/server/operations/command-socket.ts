/**
 * The command socket: commands on this machine reach the running server through it, because only one process can open the embedded
 * database. It serves HTTP on a socket that only the owner of the data folder may use.
 *
 * The request is `POST /<command>` with a JSON body. The response is JSON or a stream of bytes. With status 400 and above, it is
 * `{ "problem": "One sentence." }`. The socket is `control.sock` in the data folder, or in a temporary folder if that path is too long. On
 * Windows, it is a named pipe.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#server/log.ts'

/** A command cannot be executed. The message is one sentence for the operator. */
export class CommandProblem extends Error {}

/** A stream with `mayPause` has no timeout, because it does not block the database. */
export type CommandResult = { json: unknown } | { stream: Readable; mayPause?: boolean }

export type SocketCommands = Record<string, (body: unknown) => Promise<CommandResult>>

export const socketName = 'control.sock'

/** Longest socket path that works on all systems, in bytes. */
const socketPathMax = 100
const bodyBytesMax = 64 * 1024
/** A client that stops reading is disconnected, because a backup blocks the database. */
const stallTimeoutMs = 5_000

/**
 * Serves commands until `close` is called. Replaces the socket of a killed server. If another process that shares the data folder already
 * serves commands, this process does not. If the socket cannot be created, a warning is logged.
 */
export async function openCommandSocket(dataDir: string, commands: SocketCommands, log: Log): Promise<{ close: () => Promise<void> }> {
  const server = createServer((message, response) => void handleCommand(commands, message, response, log))
  try {
    if (await claimSocket(server, prepareSocketPath(dataDir))) return { close: () => close(server) }
  } catch (error) {
    log.warn(
      { error },
      'The command socket could not be created, so commands that need the embedded database only work after the server stops',
    )
  }
  return { close: () => Promise.resolve() }
}

/**
 * Sends a command to the server that uses the data folder. Returns `undefined` if no server runs.
 *
 * @throws {CommandProblem} with the server's message
 */
export async function sendCommand(dataDir: string, command: string, body: unknown = {}): Promise<CommandResult | undefined> {
  const path = findSocket(dataDir)
  if (!(await isServerRunning(dataDir))) return undefined
  try {
    const message = await post(path, `/${command}`, JSON.stringify(body))
    if (message.statusCode === 200 && message.headers['content-type'] === byteStream) return { stream: message }
    const result: unknown = await json(message)
    if (message.statusCode === 200) return { json: result }
    throw new CommandProblem((result as { problem: string }).problem)
  } catch (error) {
    throw explainLostServer(error)
  }
}

const lostConnectionCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/**
 * If the error means that the server stopped during a command, returns a {@link CommandProblem} that says so. Returns other errors unchanged.
 * Also use this for errors of a stream from `sendCommand`.
 */
export function explainLostServer(error: unknown): unknown {
  if (!lostConnectionCodes.has((error as NodeJS.ErrnoException).code ?? '')) return error
  return new CommandProblem(
    'The server stopped before the command was complete; start it, run the command again, and check the server log if it stops again.',
  )
}

/** Whether a server responds on the socket of the data folder. */
export async function isServerRunning(dataDir: string): Promise<boolean> {
  const path = findSocket(dataDir)
  return (isWindows || existsSync(path)) && isOwnFolder(dataDir, path) && isListening(path)
}

const isWindows = process.platform === 'win32'
const byteStream = 'application/octet-stream'

/** The path of the socket of a data folder, whether or not a server listens. */
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

/** Returns the path of the socket and creates its folder: the data folder or, if that path is too long, one in the temporary folder. */
function prepareSocketPath(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = findSocket(dataDir)
  if (isWindows || isInside(dataDir, path)) return path
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (!isOwnFolder(dataDir, path)) {
    throw new Error(`The folder ${dirname(path)} belongs to another user or others can access it; remove it, then start again.`)
  }
  return path
}

function isInside(dataDir: string, path: string): boolean {
  return dirname(path) === realPath(dataDir)
}

/**
 * Whether the folder of the socket is the data folder, or accessible only to the current user or the owner of the data folder. Every user
 * can create a folder in the system's temporary folder, and another user's socket could intercept commands.
 */
function isOwnFolder(dataDir: string, path: string): boolean {
  if (isWindows || isInside(dataDir, path)) return true
  const { uid, mode } = lstatSync(dirname(path))
  return [process.getuid?.(), statSync(dataDir).uid].includes(uid) && (mode & 0o077) === 0
}

/** Returns `false` if another process uses the socket. */
async function claimSocket(server: Server, path: string): Promise<boolean> {
  if (!(await listen(server, path))) {
    if (await isListening(path)) return false
    rmSync(path, { force: true })
    if (!(await listen(server, path))) return false
  }
  if (!isWindows) chmodSync(path, 0o600)
  return true
}

/** Returns `false` if the path is in use. */
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

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') reject(new CommandProblem('The running server belongs to another user; run this command as that user.'))
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

async function handleCommand(commands: SocketCommands, message: IncomingMessage, response: ServerResponse, log: Log): Promise<void> {
  const name = (message.url ?? '').slice(1)
  try {
    const command = Object.hasOwn(commands, name) && message.method === 'POST' ? commands[name] : undefined
    if (!command) return sendProblem(response, 404, `The running server does not know the command ${name}; restart it, then try again.`)
    const result = await command(await readBody(message))
    if ('json' in result) return send(response, 200, result.json)
    // Waits for the first bytes, because an earlier error can still be reported with a status and a message.
    await once(result.stream, 'readable')
    if (!result.mayPause) response.setTimeout(stallTimeoutMs, () => response.destroy())
    response.writeHead(200, { 'content-type': byteStream })
    await pipeline(result.stream, response)
  } catch (error) {
    if (error instanceof CommandProblem) return sendProblem(response, 400, error.message)
    log.error({ error, command: name }, 'A command failed')
    sendProblem(response, 500, 'The running server failed to execute the command; see its log.')
  }
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new CommandProblem('The command is too long.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new CommandProblem('The command is not JSON.')
  }
}

function sendProblem(response: ServerResponse, status: number, problem: string): void {
  // If the stream has started, it is aborted, and the client notices that.
  if (response.headersSent) response.destroy()
  else send(response, status, { problem })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function post(socketPath: string, path: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ socketPath, path, method: 'POST', agent: false }, resolve)
    clientRequest.once('error', reject)
    clientRequest.end(body)
  })
}
