/** Measures whether response times reveal that an address has an account. Sends the same requests for addresses with and without an account. */
import { postForm, startSite } from './site.ts'
import { informative, judged, median, printTimes, type Row } from './table.ts'

const accounts = 3
/** Below the rate limits per account and per address, because refused requests would reveal nothing. */
const rounds = 8
const differenceBudgetMs = 10
const password = 'quiet lamp under paper'

const questions = {
  '/login': (email: string) => ({ email, password: 'not the password' }),
  '/reset-password': (email: string) => ({ email }),
  '/login/email': (email: string) => ({ email, how: 'code' }),
}

export async function measureSignIn(): Promise<Row[]> {
  await using site = await startSite()
  const send = async (path: string, fields: Record<string, string>) => {
    const startedAt = performance.now()
    const response = await postForm(site.origin, path, fields)
    await response.arrayBuffer()
    return performance.now() - startedAt
  }
  const known = Array.from({ length: accounts }, (_, i) => `known${i}@example.com`)
  for (const email of known) await send('/signup', { email, password })

  const rows: Row[] = []
  for (const [path, fieldsOf] of Object.entries(questions)) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const email of known) {
        times.known.push(await send(path, fieldsOf(email)))
        times.unknown.push(await send(path, fieldsOf(email.replace('known', 'stranger'))))
      }
    }
    const difference = Math.abs(median(times.known) - median(times.unknown))
    rows.push(
      informative(`Answer of ${path}, account`, printTimes(times.known)),
      informative(`Answer of ${path}, no account`, printTimes(times.unknown)),
      judged(
        `${path}: difference of the medians`,
        `${difference.toFixed(1)} ms`,
        `≤ ${differenceBudgetMs} ms`,
        difference <= differenceBudgetMs,
      ),
    )
  }
  return rows
}
