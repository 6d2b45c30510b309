import { findNginx } from '#tests/edge-proxies.ts'
import { findFreePort } from '#tests/free-port.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { expectCopied, listCopied } from '#tests/journeys/release.ts'
import { startOwnServer } from '#tests/journeys/server.ts'
import type { StartedProgram } from '#tests/start-program.ts'
import { legal } from '#web/text/en/legal.ts'
import { site } from '#web/text/en/site.ts'

// Every request that the shared cache cannot answer fails with status 502.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource/ })

test.describe('A shared cache in front of a site that is away', () => {
  test('lets a visitor follow links to the pages that it has', async ({ page, browser }) => {
    const nginx = findNginx()
    test.skip(!nginx, 'nginx is not installed')
    test.setTimeout(120_000)
    const port = await findFreePort()
    const publicOrigin = `http://127.0.0.1:${port}`
    const server = await startOwnServer(async () => ({ PUBLIC_ORIGIN: publicOrigin, HOST: '127.0.0.1', EDGE_CACHE_SECONDS: '60' }))
    let program: StartedProgram | undefined
    try {
      program = await nginx?.start(port, Number(new URL(server.origin).port), '/robots.txt')
      // Another visitor reads the page, with a browser that accepts the same encodings: nginx stores each encoding separately.
      const other = await browser.newContext({ serviceWorkers: 'block' })
      await (await other.newPage()).goto(`${publicOrigin}/privacy`)
      await other.close()
      await page.goto(publicOrigin)
      await expectCopied(page, '/')
      await server.kill()

      // Otherwise, the service worker would show its own copy.
      expect(await listCopied(page)).not.toContain('/privacy')
      await page.getByRole('contentinfo').getByRole('link', { name: site.privacy, exact: true }).click()
      await expect(page).toHaveURL(`${publicOrigin}/privacy`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(legal.privacy.title)
    } finally {
      await program?.stop()
      await server.kill()
    }
  })
})
