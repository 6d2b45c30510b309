/** Journeys: a real browser against the real product, started on a free port with an empty data folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import { findFreePort } from '#tests/free-port.ts'
import { serverEnvironment } from '#tests/journeys/server.ts'

// Every worker reads this file again and must come to the same folder and port as the process that started it.
const folder = (process.env['PRAXAM_JOURNEYS_FOLDER'] ??= makeFolder())
const port = (process.env['PRAXAM_JOURNEYS_PORT'] ??= String(await findFreePort()))
const origin = `http://127.0.0.1:${port}`

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'praxam-journeys-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 3 }))
  return made
}

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: join(folder, 'results'),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    browserName: 'chromium',
    launchOptions: { executablePath: await findBrowser(), args: [...browserArguments] },
    // Most journeys check the responses of the server. The offline journeys let the service worker respond.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'off',
    video: 'off',
  },
  webServer: {
    command: `"${process.execPath}" tests/journeys/start-shared-server.ts`,
    url: `${origin}/health/ready`,
    // Attempts are counted by address, so each journey comes from one of its own, as if through a proxy on this machine.
    env: { ...serverEnvironment(Number(port), join(folder, 'data')), TRUSTED_PROXIES: '127.0.0.0/8' },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
  },
})
