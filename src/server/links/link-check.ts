/**
 * Asks whether links to other sites still lead somewhere. Each address is asked once, and again after a moment where a
 * site is busy; a host gets its next request a moment after it has answered the one before, however many of its addresses
 * there are.
 */
import { AddressRefused, addressProblem, askSafely } from '#server/links/safe-fetch.ts'
import type { Answer, Method, Net } from '#server/links/safe-fetch.ts'

/** `moved` is for good, `dead` says that there is nothing any more, `unclear` may pass, `refused` was not asked. */
export type Verdict =
  | { kind: 'fine' }
  | { kind: 'moved'; to: string }
  | { kind: 'dead'; reason: string }
  | { kind: 'unclear'; reason: string }
  | { kind: 'refused'; reason: string }

/** The way out, and time. */
export type Surroundings = Net & { wait: (ms: number) => Promise<unknown>; now: () => Date }

export type Manners = {
  requestsAtOnce: number
  /** From the answer of a host, or its silence, to the next request to it. */
  gapMs: number
  timeoutMs: number
  /** Before a busy site is asked again, where it does not say when. */
  retryMs: number
  /** Longest wait that a site may ask for. */
  retryMaxMs: number
}

export const manners: Manners = { requestsAtOnce: 4, gapMs: 500, timeoutMs: 15_000, retryMs: 5_000, retryMaxMs: 60_000 }

const redirectsMax = 5
const redirects = new Set([301, 302, 303, 307, 308])
const permanentRedirects = new Set([301, 308])
const gone = new Set([404, 410])
/** Some sites know no HEAD, or know it badly: these answers are believed to a GET alone. */
const askedAgainByGet = new Set([404, 405, 410, 501])

/** A verdict on each address, in the order given; none is asked twice. */
export async function checkAddresses(
  addresses: Iterable<string>,
  surroundings: Surroundings,
  { requestsAtOnce, ...rest }: Manners = manners,
): Promise<ReadonlyMap<string, Verdict>> {
  const ask = makeAsker(surroundings, rest)
  const verdicts = new Map<string, Verdict>([...addresses].map((address) => [address, { kind: 'unclear', reason: 'was not asked' }]))
  const left = [...verdicts.keys()].values()
  const work = async () => {
    for (const address of left) verdicts.set(address, await judge(address, ask))
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work))
  return verdicts
}

type Ask = (url: URL) => Promise<Answer>

/** Follows an address to where it ends. Each redirect is looked at as the address itself was. */
async function judge(address: string, ask: Ask): Promise<Verdict> {
  const problem = addressProblem(address)
  if (problem) return { kind: 'refused', reason: problem }
  let url = new URL(address)
  let movedTo: string | undefined
  let isMoving = true
  try {
    for (let followed = 0; followed <= redirectsMax; followed++) {
      const answer = await ask(url)
      const next = redirects.has(answer.status) ? readLocation(answer, url) : undefined
      if (!next) return verdictOf(answer, movedTo)
      isMoving &&= permanentRedirects.has(answer.status)
      if (isMoving) movedTo = next.href
      url = next
    }
    return { kind: 'unclear', reason: `leads on more than ${redirectsMax} times` }
  } catch (error) {
    return verdictOnFailure(error, url.href === new URL(address).href ? '' : `leads to ${url.href}, which `)
  }
}

function readLocation({ location }: Answer, from: URL): URL | undefined {
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
}

function verdictOf({ status }: Answer, movedTo: string | undefined): Verdict {
  if (gone.has(status)) return { kind: 'dead', reason: `answers ${status}` }
  if (status < 200 || status > 299) return { kind: 'unclear', reason: `answers ${status}` }
  return movedTo === undefined ? { kind: 'fine' } : { kind: 'moved', to: movedTo }
}

function verdictOnFailure(error: unknown, before: string): Verdict {
  if (error instanceof AddressRefused) return { kind: 'refused', reason: before + error.message }
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return { kind: 'unclear', reason: `${before}does not answer in time` }
  // Names that are not known, connections that are refused, certificates that do not hold.
  if (typeof code === 'string') return { kind: 'unclear', reason: `${before}cannot be reached (${code})` }
  throw error
}

function makeAsker(surroundings: Surroundings, { gapMs, timeoutMs, retryMs, retryMaxMs }: Omit<Manners, 'requestsAtOnce'>): Ask {
  const { wait, now } = surroundings
  const turns = new Map<string, Promise<unknown>>()

  const ask = (url: URL, method: Method) => {
    const turn = turns.get(url.hostname) ?? Promise.resolve()
    const answer = turn.then(() => askSafely(surroundings, url, method, AbortSignal.timeout(timeoutMs)))
    const goOn = () => wait(gapMs)
    turns.set(url.hostname, answer.then(goOn, goOn))
    return answer
  }

  const askBoth = async (url: URL) => {
    const answer = await ask(url, 'HEAD')
    return askedAgainByGet.has(answer.status) ? ask(url, 'GET') : answer
  }

  return async (url) => {
    const answer = await askBoth(url)
    if (answer.status !== 429 && answer.status < 500) return answer
    const pause = wait(Math.min(readRetryAfter(answer.retryAfter, now()) ?? retryMs, retryMaxMs))
    // Others who want something of that host wait, too.
    turns.set(url.hostname, Promise.all([turns.get(url.hostname), pause]))
    return askBoth(url)
  }
}

/** `'120'` seconds, or a date as HTTP writes it, in milliseconds from now. */
function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
