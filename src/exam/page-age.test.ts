import { describe, expect, test } from 'vitest'
import { ratePageAge } from '#exam/page-age.ts'

const place = { repository: 'Contoso/docs', path: 'terms.md', commit: 'a'.repeat(40), lines: '1-5' }
const outlineOf = '2026-06-30'

describe('the age of the page of a question', () => {
  test.each([
    ['2024-06-30', 'recent'],
    ['2024-06-29', 'old'],
    ['2022-06-30', 'old'],
    ['2022-06-29', 'refused'],
  ])('from %s is %s', (date, rating) => {
    expect(ratePageAge({ ...place, page_date: date }, outlineOf)).toBe(rating)
  })

  test.each([
    ['2021-01-01', '2025-01-01', 'recent'],
    ['2021-01-01', '2023-01-01', 'old'],
    ['2021-01-01', '2022-01-01', 'refused'],
    ['2023-01-01', '2025-01-01', 'recent'],
    ['2025-01-01', '2021-01-01', 'recent'],
  ])('from %s with a second source from %s is %s', (date, second, rating) => {
    expect(ratePageAge({ ...place, page_date: date, second_source: { ...place, page_date: second } }, outlineOf)).toBe(rating)
  })

  test('is not confirmed by a second source without a date', () => {
    expect(ratePageAge({ ...place, page_date: '2022-06-29', second_source: place }, outlineOf)).toBe('refused')
    expect(ratePageAge({ ...place, page_date: '2024-06-29', second_source: place }, outlineOf)).toBe('old')
  })

  test('depends on the day of the check if the outline has no date', () => {
    expect(ratePageAge({ ...place, page_date: '2022-06-29', checked_on: '2026-11-23' }, null)).toBe('refused')
    expect(ratePageAge({ ...place, page_date: '2022-06-29' }, null)).toBe('recent')
  })

  test('is unknown without a date', () => {
    expect(ratePageAge(place, outlineOf)).toBe('recent')
    expect(ratePageAge(null, outlineOf)).toBe('recent')
  })
})
