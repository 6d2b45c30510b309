import { describe, expect, test } from 'vitest'
import { checkQuestion } from '#server/tutor/check-question.ts'
import type { Tutor } from '#server/tutor/open-tutor.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const question = aQuestion()
const database = prepareDatabase({ questions: [{ ...question, state: 'draft' }] })
const document = {
  id: '01a40000-0000-7000-8000-000000000001',
  folder: '/docs',
  path: 'finance-payment-terms.md',
  title: 'Terms',
  address: null,
  repository: 'MicrosoftDocs/dynamics365smb-docs',
  repository_path: 'business-central/finance-payment-terms.md',
  page_date: null,
  language: 'en',
  sha256: 'x',
}

async function check(reply: string) {
  const prompts: string[] = []
  const complete: Tutor['complete'] = (prompt) => {
    prompts.push(JSON.stringify(prompt))
    return Promise.resolve({ ok: true, text: reply })
  }
  const result = await checkQuestion(database.db, { complete, inputTokensMax: 8_000 }, question.id, new AbortController().signal)
  return { result, sent: prompts.join('\n') }
}

describe('checking a question', () => {
  test('warns about disagreement, ambiguity and giveaways', async () => {
    const { result } = await check('ANSWER: A\nAMBIGUOUS: D may work.\nGIVEAWAY: C is longest.')
    expect(result).toEqual({
      ok: true,
      check: {
        version: 1,
        warnings: [
          { type: 'disagrees', answer: 'A', key: 'C' },
          { type: 'ambiguous', reason: 'D may work.' },
          { type: 'giveaway', reason: 'C is longest.' },
          { type: 'noCitedText' },
        ],
      },
    })
  })

  test('gives the model the cited lines of indexed pages, and neither key nor explanations', async () => {
    await database.db.insertInto('documents').values(document).execute()
    const passage = { document_id: document.id, heading: '', search_text: '' }
    await database.db
      .insertInto('document_passages')
      .values([
        { ...passage, position: 0, text: 'Before the cited lines.', first_line: 1, last_line: 9 },
        { ...passage, position: 1, text: 'Inside the cited lines.', first_line: 10, last_line: 14 },
        { ...passage, position: 2, text: 'After the cited lines.', first_line: 21, last_line: 30 },
      ])
      .execute()
    const { result, sent } = await check('ANSWER: C\nAMBIGUOUS: NO\nGIVEAWAY: NO')
    expect(result).toEqual({ ok: true, check: { version: 1, warnings: [] } })
    expect(sent).toContain('Inside the cited lines.')
    expect(sent).not.toMatch(/Before the cited|After the cited|Payment terms hold|chases late payers/)
  })

  test('changes nothing', async () => {
    const before = await database.db.selectFrom('questions').selectAll().execute()
    await check('ANSWER: A')
    expect(await database.db.selectFrom('questions').selectAll().execute()).toEqual(before)
  })

  test('has no result without a readable reply, or without the question', async () => {
    expect((await check('I like C.')).result).toEqual({ ok: false, refusal: 'CHECK_FAILED' })
    const complete: Tutor['complete'] = () => Promise.resolve({ ok: false, reason: 'overBudget' })
    const { signal } = new AbortController()
    expect(await checkQuestion(database.db, { complete, inputTokensMax: 8_000 }, question.id, signal)).toEqual({
      ok: false,
      refusal: 'CHECK_OVER_BUDGET',
    })
    expect(await checkQuestion(database.db, { complete, inputTokensMax: 8_000 }, 'x', signal)).toEqual({
      ok: false,
      refusal: 'UNKNOWN_QUESTION',
    })
  })
})
