import type { PlainRequest } from '#server/http/plain-request.ts'

/** The secret of a guest's simulation, from the `Authorization` header. */
export function readSecret(request: Pick<PlainRequest, 'headers'>): string | undefined {
  return /^Bearer ([\w-]{16,128})$/.exec(request.headers.get('Authorization') ?? '')?.[1]
}
