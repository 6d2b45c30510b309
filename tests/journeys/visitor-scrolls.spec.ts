import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { site } = en

function headerOf(page: Page): Locator {
  return page.getByRole('banner')
}

/** Turns the wheel until the page has moved to `y`, in pixels from the top. */
async function scrollTo(page: Page, y: number): Promise<void> {
  await page.mouse.move(400, 500)
  await page.mouse.wheel(0, y - (await page.evaluate(() => window.scrollY)))
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(y)
}

test.describe('The header', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/certifications')
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
    // The wheel has no effect on the header before the scripts of the page run.
    await page.waitForLoadState('networkidle')
  })

  test('stays visible down to 100 px, hides beyond, and returns when scrolling up', async ({ page }) => {
    await scrollTo(page, 100)
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 110)
    await expect(headerOf(page)).not.toBeInViewport()
    await scrollTo(page, 600)
    await expect(headerOf(page)).not.toBeInViewport()
    await scrollTo(page, 560)
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 700)
    await expect(headerOf(page)).not.toBeInViewport()
  })

  test('shows within 10 px of the top', async ({ page }) => {
    await scrollTo(page, 400)
    await expect(headerOf(page)).not.toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 8))
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
  })

  test('returns when the focus enters it, and stays while the focus is there', async ({ page }) => {
    await scrollTo(page, 400)
    await expect(headerOf(page)).not.toBeInViewport()
    await headerOf(page).getByRole('link', { name: site.certifications }).focus()
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 700)
    await expect(headerOf(page)).toBeInViewport({ ratio: 1 })
  })

  test('is visible as soon as it receives focus', async ({ page }) => {
    await scrollTo(page, 400)
    await expect(headerOf(page)).not.toBeInViewport()
    // Measures without waiting, because a header that slides in would still be above the window.
    const top = await headerOf(page).evaluate((header) => {
      header.querySelector('a')?.focus()
      return header.getBoundingClientRect().top
    })
    expect(top).toBe(0)
  })

  test('never covers the focused element, forwards or backwards', async ({ page }) => {
    const covered = () =>
      page.evaluate(() => {
        const active = document.activeElement
        const { left, top } = active?.getBoundingClientRect() ?? { left: 0, top: 0 }
        const onTop = document.elementFromPoint(left + 4, top + 4)
        return onTop?.closest('header') && !onTop.closest('header')?.contains(active) && !active?.contains(onTop)
          ? active?.textContent
          : null
      })
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press(key)
        await expect.poll(covered, { message: `covered after ${presses + 1} times ${key}` }).toBeNull()
      }
    }
  })
})
