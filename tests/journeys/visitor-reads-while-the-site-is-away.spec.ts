import { listEdgeProxies } from '#tests/edge-proxies.ts'
import { findFreePort } from '#tests/free-port.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { startOwnServer } from '#tests/journeys/server.ts'
import { catalogue } from '#web/text/en/catalogue.ts'

// Every request that the shared cache cannot answer fails with status 502.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource/ })

const nginx = listEdgeProxies().find(({ name }) => name === 'nginx')

test.describe('A shared cache in front of a site that is away', () => {
  test.skip(!nginx, 'nginx is not installed')

  test('lets a visitor follow links to the pages that it has', async ({ page, request }) => {
    test.setTimeout(120_000)
    const port = await findFreePort()
    const publicOrigin = `http://127.0.0.1:${port}`
    const server = await startOwnServer(async () => ({ PUBLIC_ORIGIN: publicOrigin, HOST: '127.0.0.1', EDGE_CACHE_SECONDS: '60' }))
    const program = await nginx?.start(port, Number(new URL(server.origin).port), '/robots.txt')
    try {
      await page.goto(publicOrigin)
      await expectCopied(page, '/')
      // Another visitor has read the page.
      await request.get(`${publicOrigin}/certifications`)
      await server.kill()

      await page.locator('a[href="/certifications"]').first().click()
      await expect(page).toHaveURL(`${publicOrigin}/certifications`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogue.listTitle)
    } finally {
      await program?.stop()
      await server.kill()
    }
  })
})
