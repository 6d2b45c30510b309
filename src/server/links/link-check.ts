/**
 * Checks whether links to other sites still work. Each address is requested once, and again if the site is busy or may not support
 * HEAD. The requests to one host are sequential, with a pause in between.
 */
import {
  AddressRefused,
  findAddressProblem,
  fetchSafely,
  type ResponseHead,
  type HttpMethod,
  type Network,
} from '#server/links/safe-fetch.ts'

/** `moved`: redirects permanently. `dead`: the page does not exist. `unclear`: possibly temporary. `refused`: not requested. */
export type LinkVerdict =
  | { kind: 'fine' }
  | { kind: 'moved'; to: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'unclear'; reason: string }
  | { kind: 'refused'; reason: string }

/** Network and clock. */
export type LinkCheckEnvironment = Network & { wait: (ms: number) => Promise<unknown>; now: () => Date }

export type LinkCheckLimits = {
  parallelRequestsMax: number
  /** The pause between a response or timeout of a host and the next request to it. */
  gapMs: number
  timeoutMs: number
  /** Pause before the second request to a busy site without a Retry-After header. */
  retryMs: number
  /** Upper limit for Retry-After. */
  retryMaxMs: number
}

export const defaultLimits: LinkCheckLimits = { parallelRequestsMax: 4, gapMs: 500, timeoutMs: 15_000, retryMs: 5_000, retryMaxMs: 60_000 }

const redirectsMax = 5
const redirects = new Set([301, 302, 303, 307, 308])
const permanentRedirects = new Set([301, 308])
const deadStatuses = new Set([404, 410])
/** Some sites do not support HEAD. These statuses are confirmed with GET. */
const confirmedByGet = new Set([404, 405, 410, 501])

/** The result for each address, in the given order. Duplicate addresses are checked once. */
export async function checkAddresses(
  addresses: Iterable<string>,
  environment: LinkCheckEnvironment,
  { parallelRequestsMax, ...rest }: LinkCheckLimits = defaultLimits,
): Promise<ReadonlyMap<string, LinkVerdict>> {
  const fetchHead = createFetcher(environment, rest)
  const verdicts = new Map<string, LinkVerdict>(
    [...addresses].map((address) => [address, { kind: 'unclear', reason: 'was not requested' }]),
  )
  const remaining = [...verdicts.keys()].values()
  const work = async () => {
    for (const address of remaining) verdicts.set(address, await followLink(address, fetchHead))
  }
  await Promise.all(Array.from({ length: parallelRequestsMax }, work))
  return verdicts
}

type FetchHead = (url: URL) => Promise<ResponseHead>

/** Follows redirects to the final address. Each redirect is checked like the first address. */
async function followLink(address: string, fetchHead: FetchHead): Promise<LinkVerdict> {
  const problem = findAddressProblem(address)
  if (problem) return { kind: 'refused', reason: problem }
  let url = new URL(address)
  let movedTo: string | undefined
  let isMoving = true
  try {
    for (let followed = 0; followed <= redirectsMax; followed++) {
      const response = await fetchHead(url)
      const next = redirects.has(response.status) ? parseLocation(response, url) : undefined
      if (!next) return createVerdict(response, movedTo)
      isMoving &&= permanentRedirects.has(response.status)
      if (isMoving) movedTo = next.href
      url = next
    }
    return { kind: 'unclear', reason: `redirects more than ${redirectsMax} times` }
  } catch (error) {
    return explainFailure(error, url.href === new URL(address).href ? '' : `redirects to ${url.href}, which `)
  }
}

function parseLocation({ location }: ResponseHead, from: URL): URL | undefined {
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
}

function createVerdict({ status }: ResponseHead, movedTo: string | undefined): LinkVerdict {
  if (deadStatuses.has(status)) return { kind: 'dead', reason: `responds with ${status}` }
  if (status < 200 || status > 299) return { kind: 'unclear', reason: `responds with ${status}` }
  return movedTo === undefined ? { kind: 'fine' } : { kind: 'moved', to: movedTo }
}

function explainFailure(error: unknown, before: string): LinkVerdict {
  if (error instanceof AddressRefused) return { kind: 'refused', reason: before + error.message }
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return { kind: 'unclear', reason: `${before}does not respond in time` }
  // For example unknown names, refused connections, or invalid certificates.
  if (typeof code === 'string') return { kind: 'unclear', reason: `${before}cannot be reached (${code})` }
  throw error
}

function createFetcher(
  environment: LinkCheckEnvironment,
  { gapMs, timeoutMs, retryMs, retryMaxMs }: Omit<LinkCheckLimits, 'parallelRequestsMax'>,
): FetchHead {
  const { wait, now } = environment
  const turns = new Map<string, Promise<unknown>>()

  const fetchInTurn = (url: URL, method: HttpMethod) => {
    const turn = turns.get(url.hostname) ?? Promise.resolve()
    const response = turn.then(() => fetchSafely(environment, url, method, AbortSignal.timeout(timeoutMs)))
    const pause = () => wait(gapMs)
    turns.set(url.hostname, response.then(pause, pause))
    return response
  }

  const fetchWithFallback = async (url: URL) => {
    const response = await fetchInTurn(url, 'HEAD')
    return confirmedByGet.has(response.status) ? fetchInTurn(url, 'GET') : response
  }

  return async (url) => {
    const response = await fetchWithFallback(url)
    if (response.status !== 429 && response.status < 500) return response
    const pause = wait(Math.min(parseRetryAfterMs(response.retryAfter, now()) ?? retryMs, retryMaxMs))
    // Other requests to this host also wait.
    turns.set(url.hostname, Promise.all([turns.get(url.hostname), pause]))
    return fetchWithFallback(url)
  }
}

/** Milliseconds until the time of a Retry-After header, which has seconds (`'120'`) or an HTTP date. */
function parseRetryAfterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
