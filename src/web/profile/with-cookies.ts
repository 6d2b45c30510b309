/** A request as the browser would make it after an answer that set cookies. */
export function withCookies(request: Request, set: readonly string[]): Request {
  const jar = new Map<string, string>()
  const given = request.headers.get('cookie')?.split(/;\s*/) ?? []
  for (const cookie of [...given, ...set.map((line) => line.split(';', 1)[0] ?? '')]) {
    const [name = '', ...value] = cookie.split('=')
    if (name) jar.set(name.trim(), value.join('='))
  }
  const headers = new Headers(request.headers)
  headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  return new Request(request.url, { headers })
}
