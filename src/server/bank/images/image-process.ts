/** The process that decodes untrusted images. `image-encoder.ts` starts it. It ends when the server ends. */
import { createBirpc } from 'birpc'
import { blockOtherDecoders, reencode } from '#server/bank/images/reencode.ts'

blockOtherDecoders()

const functions = { reencode }

/** The functions that the server calls. */
export type ImageFunctions = typeof functions

createBirpc<object, ImageFunctions>(functions, {
  post: (message) => process.send?.(message),
  on: (receive) => process.on('message', receive),
  timeout: -1,
})
