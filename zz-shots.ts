import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { browserArguments, findBrowser } from './tests/browser.ts'
const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserArguments] })
const o = 'http://localhost:4200'
const log = (...a: unknown[]) => console.log(...a)
writeFileSync('/tmp/20/big.xml', Buffer.alloc(100_000_000, 0x20))
for (const [width, scheme] of [[375, 'light'], [1280, 'dark'], [1280, 'light'], [375, 'dark']] as const) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
  await page.goto(o + '/login')
  await page.getByRole('textbox', { name: 'Email' }).first().fill('ada@praxam.example')
  await page.getByLabel('Password', { exact: true }).fill('quiet lamp under paper')
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.goto(o + '/admin'); await page.waitForLoadState('networkidle')
  const shot = (name: string) => page.screenshot({ path: `/tmp/20/shots/${name}-${width}-${scheme}.png` })
  await page.getByRole('button', { name: 'Import/Export' }).focus(); await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog'); await dialog.waitFor()
  await shot('1-open')
  if (width === 1280 && scheme === 'dark') {
    const names: string[] = []
    for (let i = 0; i < 12; i++) { await page.keyboard.press('Tab'); names.push(await page.evaluate(() => { const e = document.activeElement as HTMLElement; return `${e.tagName}:${(e.getAttribute('aria-label') ?? e.innerText ?? '').slice(0, 30)}` })) }
    log('tab order', names.join(' | '))
  }
  const choose = async (path: string) => { const c = page.waitForEvent('filechooser'); await dialog.getByRole('button', { name: /^Choose/ }).click(); await (await c).setFiles(path) }
  await choose('/tmp/20/big.xml'); await dialog.getByRole('alert').or(dialog.locator('.notice')).first().waitFor()
  log(width, scheme, '100 MB:', (await dialog.innerText()).replace(/\s+/g, ' ').slice(0, 200)); await shot('2-100mb')
  await choose('/tmp/20/files/d07-linkedin.md'); await page.waitForTimeout(2500); log('markdown:', (await dialog.innerText()).replace(/\s+/g, ' ').slice(0, 500)); await shot('3-markdown')
  await choose('/tmp/20/files/m03-gapselects.xml'); await dialog.getByRole('table').first().waitFor(); await shot('4-partly')
  await choose('/tmp/20/files/c11-moodlefr.csv'); await page.waitForTimeout(2500); await shot('5-columns')
  await dialog.locator('.body').evaluate((e) => e.scrollTo(0, 9999)); await shot('5-columns-end')
  await choose('/tmp/20/files/q06-malformed.zip'); await page.waitForTimeout(2500); await shot('6-refused')
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]); log('scroll', wide)
  await page.keyboard.press('Escape'); await dialog.waitFor({ state: 'hidden' }); log('focus after', await page.evaluate(() => (document.activeElement as HTMLElement).innerText))
  await page.close()
}
// the paper as PDF
const page = await browser.newPage(); await page.goto('file:///tmp/20/exports/mb-800.html'); const pdf = await page.pdf({ path: '/tmp/20/shots/paper.pdf', format: 'A4' }); log('pdf', pdf.length)
await browser.close()
