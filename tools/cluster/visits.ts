/** Visits the site with a real browser, and records which requested files were missing. */
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import { cardOf } from '#tests/journeys/exam-screen.ts'
import { en } from '#web/text/en/en.ts'
import { results } from '#web/text/en/results.ts'

export type Visits = {
  /** Opens pages in new browser contexts, one after another, until `endVisits`. */
  startVisits: () => void
  endVisits: () => Promise<void>
  /** Opens a page and leaves it open for `useOpenPage`. */
  openPage: () => Promise<void>
  /** Answers a question and finishes the attempt on the open page. This loads scripts that the page has not needed before. */
  useOpenPage: () => Promise<void>
  count: () => { visits: number; broken: number; problems: readonly string[] }
  close: () => Promise<void>
}

/** Missing files are added to `missing` while the page is used. */
type OpenedPage = { context: BrowserContext; page: Page; missing: string[] }

const paths = ['/exam/pl-900', '/', '/exam/mb-230', '/certifications/mb-800']
const visitTimeoutMs = 30_000

export async function openVisits(origin: string): Promise<Visits> {
  const browser: Browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserArguments] })
  const problems: string[] = []
  let visits = 0
  let broken = 0
  let stopping = new AbortController()
  let loop = Promise.resolve()
  let open: OpenedPage | undefined

  /** Opens a page without a service worker, so that every file comes from the site. */
  const newPage = async (): Promise<OpenedPage> => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    context.setDefaultTimeout(visitTimeoutMs)
    const page = await context.newPage()
    return { context, page, missing: watchFiles(page, origin) }
  }
  const report = (what: string, missing: readonly string[]) => {
    visits += 1
    if (missing.length === 0) return
    broken += 1
    problems.push(`${what}: ${missing.slice(0, 3).join(', ')}`)
  }
  /** Uses a page, and reports what was missing, or why it could not be used. */
  const use = async (what: string, { context, missing }: OpenedPage, work: () => Promise<void>) => {
    await work().catch((error: Error) => missing.push(error.message.split('\n')[0] ?? ''))
    report(what, missing)
    await context.close()
  }
  const visit = async (path: string) => {
    const opened = await newPage()
    await use(`cold visit to ${path}`, opened, async () => {
      await opened.page.goto(origin + path, { waitUntil: 'load' })
      if (path.startsWith('/exam/')) await finishButton(opened.page).waitFor()
    })
  }
  return {
    startVisits: () => {
      const { signal } = (stopping = new AbortController())
      const go = async () => {
        for (let i = 0; !signal.aborted; i++) await visit(paths[i % paths.length] ?? '/')
      }
      loop = go()
    },
    endVisits: async () => {
      stopping.abort()
      await loop
    },
    openPage: async () => {
      open = await newPage()
      await open.page.goto(`${origin}/exam/pl-900`)
      await finishButton(open.page).waitFor()
    },
    useOpenPage: async () => {
      if (!open) throw new Error('No page is open')
      const opened = open
      open = undefined
      await use('the page left open', opened, async () => {
        const { page } = opened
        await cardOf(page).getByRole('radio').or(cardOf(page).getByRole('checkbox')).first().click()
        await finishButton(page).click()
        await page.getByRole('dialog', { name: en.exam.finishTitle }).getByRole('button', { name: en.exam.finish }).click()
        await page.getByRole('button', { name: results.restart }).waitFor()
      })
    },
    count: () => ({ visits, broken, problems }),
    close: () => browser.close(),
  }
}

/** The Finish button. It is enabled once the scripts of the page run and the attempt is open. */
function finishButton(page: Page): Locator {
  return page.getByRole('button', { name: en.exam.finish, disabled: false })
}

/** Collects the files that a page could not load (document, scripts, styles, fonts, images) and the errors of its scripts. */
function watchFiles(page: Page, origin: string): string[] {
  const missing: string[] = []
  const isFile = (kind: string) => ['document', 'script', 'stylesheet', 'font', 'image'].includes(kind)
  page.on('response', (response) => {
    const isOwn = response.url().startsWith(origin)
    if (isOwn && isFile(response.request().resourceType()) && response.status() >= 400)
      missing.push(`${response.status()} ${response.url().slice(origin.length)}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Ignores aborted requests, because a page that is closed stops loading.
    if (isFile(request.resourceType()) && reason !== 'net::ERR_ABORTED') missing.push(`${reason} ${request.url().slice(origin.length)}`)
  })
  page.on('pageerror', (error) => missing.push(error.message))
  return missing
}
