/** Measures the size of pages for a first-time visitor: document, requests, and scripts. */
import type { BrowserContext } from '@playwright/test'
import { fetchEncoded, inBrowser, startSite } from './site.ts'
import { informative, judged, type Row } from './table.ts'

const paths = ['/', '/certifications', '/certifications/mb-800', '/exam/mb-800']
const requestsBudget = 15
/** Applies regardless of the size of the bank. */
const documentBudgetBytes = 40_000
const scriptBudgetBytes = 130_000

export async function measureSizes(): Promise<Row[]> {
  await using site = await startSite()
  const rows: Row[] = []
  for (const path of paths) rows.push(...(await measureSize(site.origin, path)))
  return rows
}

/** The rows of one page. `name` is its name in the table. */
export async function measureSize(origin: string, path: string, name = path): Promise<Row[]> {
  const requested = await inBrowser((context) => listRequests(context, origin + path))
  return rowsOf(path, name, origin, requested)
}

type Requested = { url: string; kind: string }

/**
 * All requests of the page until the network is idle for half a second, and the browser's own request for the icon. What the service
 * worker downloads afterward is not included.
 */
async function listRequests(context: BrowserContext, url: string): Promise<Requested[]> {
  const page = await context.newPage()
  const requested: Requested[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requested.push({ url: request.url(), kind: request.resourceType() })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  // The browser itself requests the icon, so the page has no event for it.
  const icons = await page.locator('link[rel~=icon]').evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  const missing = icons.slice(0, 1).filter((icon) => requested.every((request) => request.url !== icon))
  return [...requested, ...missing.map((icon) => ({ url: icon, kind: 'icon' }))]
}

async function rowsOf(path: string, name: string, origin: string, requested: readonly Requested[]): Promise<Row[]> {
  const measure = async (url: string, encoding: string) => (await fetchEncoded(url, encoding)).body.length
  const identity = await measure(origin + path, 'identity')
  const document = await measure(origin + path, 'br')
  const scripts = requested.filter(({ kind }) => kind === 'script')
  const scriptSizes = await Promise.all(scripts.map(({ url }) => measure(url, 'br')))
  const scriptBytes = scriptSizes.reduce((sum, bytes) => sum + bytes, 0)
  const requests = `Cold ${name}: requests`
  const script = `Cold ${name}: script, br`
  const scriptWords = `${printBytes(scriptBytes)} in ${scripts.length} files`
  const documentWords = `${printBytes(identity)}, br ${printBytes(document)}`
  // A French page also loads the translation of its question, and has no budget.
  if (!path.startsWith('/exam/'))
    return [
      informative(`Document ${name}`, documentWords),
      informative(requests, String(requested.length)),
      informative(script, scriptWords),
    ]
  // Only the exam page has a budget.
  return [
    judged(`Document ${name}`, documentWords, '≤ 40 KB', document <= documentBudgetBytes),
    judged(requests, String(requested.length), '≤ 15', requested.length <= requestsBudget),
    judged(script, scriptWords, '≤ 130 KB', scriptBytes <= scriptBudgetBytes),
  ]
}

/** Bytes as kilobytes: `23456` → `23.5 KB` */
function printBytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
