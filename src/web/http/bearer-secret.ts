/** The secret of a guest's simulation that a request presents. */
export function readSecret(request: Request): string | undefined {
  return /^Bearer ([\w-]{16,128})$/.exec(request.headers.get('Authorization') ?? '')?.[1]
}
