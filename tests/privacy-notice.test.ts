/** The privacy notice names everything that the site stores in the browser. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { legal, privacyWithTutor } from '#web/text/en/legal.ts'

const webFolder = join(import.meta.dirname, '../src/web')
const stores = /localStorage|sessionStorage|createDeviceS/

test('the privacy notice names each entry of local and session storage', () => {
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const sources = files.map((file) => readFileSync(join(webFolder, file), 'utf8')).filter((source) => stores.test(source))
  const names = new Set(sources.flatMap((source) => [...source.matchAll(/['`](praxam-[a-z-]+)/g)].map(([, name]) => name ?? '')))
  expect(names.size).toBeGreaterThan(8)
  const stated = [...JSON.stringify(legal.privacy).matchAll(/“(praxam-[a-z-]+)”/g)].map(([, name]) => name ?? '')
  // A stated name that ends with a hyphen is the beginning of several names.
  expect([...names].filter((name) => !stated.some((one) => name === one || (one.endsWith('-') && name.startsWith(one))))).toEqual([])
})

test('the privacy notice names the model and who receives what is sent to it, if one is configured', () => {
  const remote = JSON.stringify(privacyWithTutor({ name: 'Model X', recipient: 'models.example', isNearby: false }))
  expect(remote).toContain('a language model (Model X) writes the reply. What it needs is sent to models.example, which processes it')
  expect(remote).not.toContain('passes none on')
  const nearby = JSON.stringify(privacyWithTutor({ name: 'Model X', recipient: 'localhost', isNearby: true }))
  expect(nearby).toContain('sent to localhost, which runs in the network of the site operator')
  expect(JSON.stringify(legal.privacy)).not.toMatch(/tutor|language model/)
})
