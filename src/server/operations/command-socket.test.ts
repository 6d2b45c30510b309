import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  CommandProblem,
  explainLostServer,
  sendCommand,
  findSocket,
  isServerRunning,
  openCommandSocket,
  type SocketCommands,
} from '#server/operations/command-socket.ts'
import { createLog } from '#server/log.ts'
import { silentLog } from '#tests/services.ts'

const folders: string[] = []
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-control-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})
async function open(dataDir: string, commands: SocketCommands, log = silentLog): Promise<{ close: () => Promise<void> }> {
  const control = await openCommandSocket(dataDir, commands, log)
  opened.push(control)
  return control
}

/** Longer than the longest path of a socket. */
const aDeepFolder = () => {
  const folder = join(aFolder(), 'a-folder-with-a-long-name'.repeat(5))
  mkdirSync(folder)
  return folder
}

const echo: SocketCommands = { echo: (body) => Promise.resolve({ json: { heard: body } }) }

describe('the command socket', () => {
  test('responds to a command with JSON', async () => {
    const dataDir = aFolder()
    await open(dataDir, echo)
    expect(await isServerRunning(dataDir)).toBe(true)
    expect(await sendCommand(dataDir, 'echo', { email: 'ada@praxam.example' })).toEqual({
      json: { heard: { email: 'ada@praxam.example' } },
    })
  })

  test.each(['before the response', 'during the response'])('reports in a sentence that the server was killed %s', async (moment) => {
    const dataDir = aFolder()
    const kill = () => server.closeAllConnections()
    const server = createServer((_, response) => {
      if (moment === 'before the response') return kill()
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).write('byte', () => setImmediate(kill))
    })
    await new Promise<void>((resolve) => server.listen(findSocket(dataDir), resolve))
    opened.push({ close: async () => void server.close() })
    const readAll = async () => {
      const result = await sendCommand(dataDir, 'backup')
      if (result && 'stream' in result) await textOf(result.stream)
    }
    const error = await readAll().catch(explainLostServer)
    expect(error).toBeInstanceOf(CommandProblem)
    expect(String(error)).toContain('The server stopped before the command was complete')
  })

  test('responds with a stream of bytes, and an aborted stream is an error', async () => {
    const dataDir = aFolder()
    const bytes = 'byte '.repeat(100_000)
    async function* failing() {
      yield Buffer.from(bytes)
      await Promise.resolve()
      throw new Error('disk on fire')
    }
    await open(dataDir, {
      whole: () => Promise.resolve({ stream: Readable.from([Buffer.from(bytes)]) }),
      cut: () => Promise.resolve({ stream: Readable.from(failing()) }),
    })
    const whole = await sendCommand(dataDir, 'whole')
    expect(whole && 'stream' in whole && (await textOf(whole.stream)) === bytes).toBe(true)
    const cut = await sendCommand(dataDir, 'cut')
    await expect(cut && 'stream' in cut ? textOf(cut.stream) : '').rejects.toThrow('aborted')
  })

  test('returns the message of a problem, and logs an unexpected error', async () => {
    const dataDir = aFolder()
    const lines: string[] = []
    const failing = () => Promise.reject(new Error('connection to 10.0.0.1 refused'))
    const log = createLog('error', { write: (line) => void lines.push(line) })
    const broken = new Readable({
      read() {
        this.destroy(new Error('disk on fire'))
      },
    })
    const failingStream = () => Promise.resolve({ stream: broken })
    await open(dataDir, { refuse: () => Promise.reject(new CommandProblem('Choose another name.')), failing, failingStream }, log)
    await expect(sendCommand(dataDir, 'refuse')).rejects.toThrow(new CommandProblem('Choose another name.'))
    await expect(sendCommand(dataDir, 'failing')).rejects.toThrow(
      new CommandProblem('The running server failed to execute the command; see its log.'),
    )
    await expect(sendCommand(dataDir, 'failingStream')).rejects.toThrow('The running server failed to execute the command')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('10.0.0.1')
  })

  test.each(['unknown', 'toString', '', '../echo'])('does not know the command "%s"', async (name) => {
    const dataDir = aFolder()
    await open(dataDir, echo)
    await expect(sendCommand(dataDir, name)).rejects.toThrow('restart it, then try again')
  })

  test('refuses a long body', async () => {
    const dataDir = aFolder()
    await open(dataDir, echo)
    await expect(sendCommand(dataDir, 'echo', 'x'.repeat(70_000))).rejects.toThrow('The command is too long.')
  })

  test('is absent before it is opened and after it is closed', async () => {
    const dataDir = join(aFolder(), 'not-made-yet')
    expect(await sendCommand(dataDir, 'echo')).toBeUndefined()
    const { close } = await open(dataDir, echo)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    await close()
    expect(await sendCommand(dataDir, 'echo')).toBeUndefined()
    expect(existsSync(findSocket(dataDir))).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('the socket', () => {
  test('is private to its owner', async () => {
    const dataDir = aFolder()
    await open(dataDir, echo)
    expect(lstatSync(join(dataDir, 'control.sock')).isSocket()).toBe(true)
    expect(lstatSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
  })

  test('of a killed server is replaced', async () => {
    const dataDir = aFolder()
    const child = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(process.argv[1], () => console.log('up'))`,
      findSocket(dataDir),
    ])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(findSocket(dataDir))).toBe(true)
    expect(await sendCommand(dataDir, 'echo')).toBeUndefined()
    await open(dataDir, echo)
    expect(await sendCommand(dataDir, 'echo')).toEqual({ json: { heard: {} } })
  })

  test('is used by the first of several processes', async () => {
    const dataDir = aFolder()
    await open(dataDir, { who: () => Promise.resolve({ json: 'first' }) })
    const second = await open(dataDir, { who: () => Promise.resolve({ json: 'second' }) })
    expect(await sendCommand(dataDir, 'who')).toEqual({ json: 'first' })
    await second.close()
    expect(await sendCommand(dataDir, 'who')).toEqual({ json: 'first' })
  })

  test('is in the temporary folder of the system if the path would be too long', async () => {
    const dataDir = aDeepFolder()
    const path = findSocket(dataDir)
    expect(path.startsWith(tmpdir())).toBe(true)
    folders.push(dirname(path))
    await open(dataDir, echo)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(await sendCommand(dataDir, 'echo')).toEqual({ json: { heard: {} } })
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  })

  test('is not created in a temporary folder that others can access', async () => {
    const dataDir = aDeepFolder()
    const folder = dirname(findSocket(dataDir))
    mkdirSync(folder)
    folders.push(folder)
    chmodSync(folder, 0o777)
    const lines: string[] = []
    await open(dataDir, echo, createLog('warn', { write: (line) => void lines.push(line) }))
    expect(lines.join('')).toContain('others can access it; remove it, then start again.')
    expect(await sendCommand(dataDir, 'echo')).toBeUndefined()
  })
})
