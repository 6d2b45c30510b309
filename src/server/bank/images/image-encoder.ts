/**
 * Re-encodes untrusted images in a separate process (`image-process.ts`), which allows only the decoders for the accepted formats. The
 * server itself needs the SVG decoder for share images, and decoders can only be blocked for a whole process. A decoder crash ends only the
 * image process, which has no secrets: neither the settings nor the database. The process starts with the first image and ends after some
 * time without images.
 */
import { fork } from 'node:child_process'
import { createBirpc } from 'birpc'
import type { ImageFunctions } from '#server/bank/images/image-process.ts'
import type { Reencoded } from '#server/bank/images/reencode.ts'
import { siblingProgram } from '#server/platform/sibling-program.ts'

export type ImageEncoder = {
  /** An image that crashes the process, or that takes too long, is unreadable. */
  reencode: (bytes: Uint8Array) => Promise<Reencoded>
  close: () => Promise<void>
}

/** The process takes about 80 MB. An import of many images reuses it. */
const idleMs = 30_000
/** Longer than the time limit of the encoder, which does not include reading the head of a file. */
const imageTimeoutMs = 30_000
const imageProgram = siblingProgram(import.meta.url, 'image-process')

/** Tests pass another program or time limit. */
export function openImageEncoder({ program = imageProgram, timeoutMs = imageTimeoutMs } = {}): ImageEncoder {
  let running: ImageProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    running?.end()
    running = undefined
  }

  const reencode = async (bytes: Uint8Array): Promise<Reencoded> => {
    clearTimeout(idle)
    running ??= startImageProcess(program, timeoutMs)
    try {
      return await running.reencode(bytes)
    } catch {
      end()
      return { ok: false, refusal: 'IMAGE_UNREADABLE' }
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    // One image at a time, because decoding 40 megapixels can take 160 MB.
    reencode: async (bytes) => {
      const done = last.then(() => reencode(bytes))
      last = done
      return done
    },
    close: async () => {
      end()
      await last
      clearTimeout(idle)
      end()
    },
  }
}

type ImageProcess = { reencode: (bytes: Uint8Array) => Promise<Reencoded>; end: () => void }

function startImageProcess(program: URL, timeoutMs: number): ImageProcess {
  const child = fork(program, { execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const functions = createBirpc<ImageFunctions>(
    {},
    {
      post: (message) => child.send(message as object, () => undefined),
      on: (receive) => child.on('message', receive),
      timeout: timeoutMs,
    },
  )
  const closeWith = (error: Error) => functions.$close(error)
  child.once('error', closeWith)
  child.once('exit', () => closeWith(new Error('The image process ended')))
  return {
    reencode: (bytes) => functions.reencode(bytes),
    end: () => void child.kill('SIGKILL'),
  }
}
