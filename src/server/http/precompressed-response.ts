/** An answer whose bytes are known beforehand, in every encoding, with its headers: sent without computing anything. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncodings, compress, quickBrotli } from '#server/http/encoding.ts'
import type { Encoding } from '#server/http/encoding.ts'
import { etagOf, namesEtag } from '#server/http/etag.ts'

type Form = { headers: Record<string, string | number>; body: Buffer }

export type KeptAnswer = {
  readonly status: number
  readonly etag: string
  readonly forms: Readonly<Partial<Record<Encoding, Form>>>
  readonly headers: Record<string, string>
}

/** `brotliQuality` is `null` for what is compressed in itself. The ETag is made from the bytes. */
export function keepAnswer(
  status: number,
  identity: Buffer,
  headers: Record<string, string>,
  brotliQuality: number | null = quickBrotli,
): KeptAnswer {
  const etag = etagOf(identity)
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  const bodies = brotliQuality === null ? { identity } : compress(identity, brotliQuality)
  const forms = Object.entries(bodies).map(([encoding, body]): [string, Form] => [
    encoding,
    { headers: { ...common, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }), 'Content-Length': body.length }, body },
  ])
  return { status, etag, forms: Object.fromEntries(forms), headers: common }
}

/** Sends the smallest form that the request accepts, or 304 when it has these bytes already. */
export function sendKeptAnswer({ status, etag, forms, headers }: KeptAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (status === 200 && namesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  for (const encoding of acceptedEncodings(request.headers['accept-encoding'])) {
    const form = forms[encoding]
    if (!form) continue
    response.writeHead(status, form.headers).end(request.method === 'HEAD' ? undefined : form.body)
    return
  }
}
