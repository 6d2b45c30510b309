/** The browser that measures. */
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import type { Workplace } from './workplace.ts'

/** Opens Chromium on an empty profile. A private window would keep its database in memory, and writing to it would cost nothing. */
export async function openBrowser(workplace: Workplace, name: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(workplace.makeFolder(`profile-${name}`), {
    executablePath: await findBrowser(),
    args: [...browserArguments],
    viewport: { width: 1280, height: 800 },
  })
}
