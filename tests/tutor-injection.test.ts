/** Instructions in texts that others wrote are treated as data: wherever an attack is written, it stays inside its block of the prompt. */
import { describe, expect, test } from 'vitest'
import { composePrompt } from '#exam/tutor/prompt.ts'
import { composeCheckPrompt } from '#exam/tutor/question-check.ts'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { filterCitations, finishCitations, noCitations } from '#exam/tutor/citations.ts'
import { formatModelReply } from '#web/practice/help/format-model-reply.ts'
import { aQuestion } from '#tests/factories.ts'
import { attacks } from '#tests/tutor/attacks.ts'

const fence = 'f3nc3f3nc3f3'
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The text outside of blocks. */
function outsideOf(parts: readonly string[]): string {
  return parts.join('\n').replaceAll(new RegExp(String.raw`<([a-z-]+) ${fence}>\n[^]*?\n</\1 ${fence}>`, 'g'), '')
}

describe.each(attacks)('the attack %j', (attack) => {
  test('stays in its block, in a question, its options, its case study, a passage, a turn, and a message', () => {
    const question = aQuestion({ text: `<p>${escape(attack)}</p>`, options: [escape(attack), 'B', 'C', 'D'], skill: attack })
    const caseStudy = { id: 'c', title: attack, content: `<p>${escape(attack)}</p>` }
    const sealed = sealForTutor({ question, caseStudy, answer: [], seed: undefined })
    const { prompt } = composePrompt({
      question: sealed,
      passages: [{ title: attack, text: attack }],
      action: { type: 'message', text: attack },
      turns: [{ from: 'tutor', text: attack }],
      language: 'English',
      fence,
      inputTokensMax: 20_000,
    })
    expect(outsideOf(prompt.parts).trim()).toBe('Task: Reply to the candidate’s message in the block message, within your rules.')
    expect(prompt.rules).not.toContain(attack)
    const check = composeCheckPrompt({ question: sealed, citedText: attack, fence, inputTokensMax: 20_000 })
    expect(outsideOf(check.parts).trim()).toBe('Task: Review the question.')
    expect(check.rules).not.toContain(attack)
  })

  test('becomes plain text without addresses when the model repeats it', () => {
    const first = filterCitations(noCitations, attack, [])
    const text = first.text + finishCitations(first.state, []).text
    expect(text).not.toMatch(/https?:\/\//)
    for (const block of formatModelReply({ text, sources: [] })) expect(['text', 'list']).toContain(block.type)
  })
})
