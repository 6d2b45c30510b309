import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readExamRules } from '#server/bank/content-files.ts'
import { contentFolder } from '#tests/services.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exam-rules-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the file of exam rules', () => {
  test('of the project is read', async () => {
    expect((await readExamRules(contentFolder)).map(({ rule }) => rule)).toContain('break')
  })

  test('may be missing', async () => {
    expect(await readExamRules(folder)).toEqual([])
  })

  test('with an unknown rule stops the start, and names the rule', async () => {
    await writeFile(join(folder, 'exam-rules.json'), JSON.stringify([{ rule: 'coffee' }]))
    await expect(readExamRules(folder)).rejects.toThrow('exam-rules.json: Rule 1 is unknown: “coffee”. The known rules are duration')
  })
})
