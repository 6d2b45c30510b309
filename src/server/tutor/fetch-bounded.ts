/** `fetch` for the configured provider: refuses redirects, and fails if a response is longer than any reply can be. */
const responseBytesMax = 8_000_000

export const fetchBounded: typeof fetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'error' })
  if (!response.body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.length
      if (bytes > responseBytesMax) controller.error(new Error('The response of the provider is too long'))
      else controller.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
