/** Ends requests whose body arrives too slowly, so that a client cannot keep connections open at almost no cost. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendText } from '#server/http/send-response.ts'

/** A body must be complete or grow by this many bytes in each window. This is 4 KB a second; even a very slow phone is twice as fast. */
const windowMs = 30_000
const windowBytesMin = 120_000

/**
 * Checks the body until it is complete or the connection is closed, also after the response. Time during which the server does not read does
 * not count against the client. The timer does not keep the process running.
 */
export function limitSlowBody(request: IncomingMessage, response: ServerResponse): void {
  if (!(Number(request.headers['content-length']) > 0)) return
  const { socket } = request
  let bytesBefore = socket.bytesRead
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  const timer = setInterval(() => {
    if (request.complete) return stop()
    const received = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    if (received >= windowBytesMin || request.readableLength > 0) return
    stop()
    if (response.headersSent) socket.destroy()
    else {
      response.on('finish', () => socket.destroy())
      sendText(response, 408, 'The request arrived too slowly. Please try again.', { Connection: 'close' })
    }
  }, windowMs).unref()
  request.once('close', stop)
  // Until the response is sent, Node closes the request together with the connection, but not after that.
  response.once('close', () => {
    if (request.complete || socket.destroyed) stop()
    else socket.once('close', stop)
  })
}
