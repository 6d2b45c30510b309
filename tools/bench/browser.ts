/** The browser for measurements. */
import { chromium, type BrowserContext } from '@playwright/test'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import type { Workplace } from './workplace.ts'

/**
 * Runs Chromium with an empty profile. A private window would store its database in memory, and writing would cost nothing.
 */
export async function inBrowser<Result>(workplace: Workplace, use: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const context = await chromium.launchPersistentContext(workplace.makeFolder('profile'), {
    executablePath: await findBrowser(),
    args: [...browserArguments],
    viewport: { width: 1280, height: 800 },
  })
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}
