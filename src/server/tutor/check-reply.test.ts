import { expect, test } from 'vitest'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { checkReply, type CheckedEvent, type ReplySeal } from '#server/tutor/check-reply.ts'
import type { ModelEvent } from '#server/tutor/model.ts'
import { aQuestion } from '#tests/factories.ts'

const sources = [{ address: 'https://learn.microsoft.com/en-us/one' }]
const sealed: ReplySeal = {
  question: sealForTutor({ question: aQuestion(), caseStudy: undefined, answer: [], seed: undefined }),
  secrets: [],
}

async function check(pieces: readonly string[], seal?: ReplySeal) {
  const model = async function* (): AsyncGenerator<ModelEvent, void> {
    for (const text of pieces) yield { type: 'text', text }
    yield { type: 'end', reason: 'complete', usage: { input: 1, output: 1 } }
  }
  const events: CheckedEvent[] = []
  for await (const event of checkReply(model(), sources, seal)) events.push(event)
  const text = events.flatMap((event) => (event.type === 'text' ? event.text : [])).join('')
  const end = events.at(-1)
  return { text, end: end?.type === 'end' ? end : undefined }
}

test('a reply has no control characters and none that change the direction of text', async () => {
  const { text, end } = await check(['Look\u0000 at\u001b[31m \u202Ethe\u202C\tdates.\r', '\nTwice \u2067here\u2069.'])
  expect(text).toBe('Look at[31m the\tdates.\nTwice here.')
  expect(end?.reason).toBe('complete')
})

test('they hide neither a citation nor a verdict', async () => {
  const cited = await check(['One [\u0000', '9] and [1\u202C] and https\u0000://invented.example/x.'])
  expect(cited.text).toBe('One and [1] and.')
  expect(cited.end?.removedCitations).toBe(2)
  const told = await check(['Look at the dates. The ans', '\u0000wer is \u202E', 'B. More words.'], sealed)
  expect(told.end?.reason).toBe('withheld')
  expect(told.text).not.toContain('B')
})
