/** The privacy notice names everything that the site stores in the browser. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { legal } from '#web/text/en/legal.ts'

const webFolder = join(import.meta.dirname, '../src/web')
const stores = /localStorage|sessionStorage|createDeviceS/

test('the privacy notice names each entry of local and session storage', () => {
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const sources = files.map((file) => readFileSync(join(webFolder, file), 'utf8')).filter((source) => stores.test(source))
  const names = new Set(sources.flatMap((source) => [...source.matchAll(/['`](praxam-[a-z-]+)/g)].map(([, name]) => name ?? '')))
  expect(names.size).toBeGreaterThan(8)
  const stated = [...JSON.stringify(legal.privacy).matchAll(/“(praxam-[a-z-]+)”/g)].map(([, name]) => name ?? '')
  // A stated name that ends with a hyphen is the beginning of several.
  expect([...names].filter((name) => !stated.some((one) => name === one || (one.endsWith('-') && name.startsWith(one))))).toEqual([])
})
