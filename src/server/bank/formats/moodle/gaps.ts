/** Converts a text with gaps to a matching question: `[[1]]` in the text becomes a numbered blank, and each blank is a prompt. */
import { buildMatching, type QuestionParts } from '#server/bank/formats/item-parts.ts'
import { plainToHtml } from '#server/bank/formats/rich-text.ts'
import { childOf, childrenOf, textOf, type XmlElement } from '#server/bank/formats/xml.ts'

const gapsMax = 26

export function buildGaps(element: XmlElement, text: string, explanation: string): QuestionParts {
  const choices = [...childrenOf(element, 'dragbox'), ...childrenOf(element, 'selectoption')].map((choice) => ({
    html: toChoice(textOf(childOf(choice, 'text')).trim()),
    group: textOf(childOf(choice, 'group')).trim(),
  }))
  const gaps = [...text.matchAll(/\[\[(\d{1,3})\]\]/g)].map(([, number]) => choices[Number(number) - 1])
  const problem = findProblem(gaps, choices.length)
  if (problem !== undefined) return { item: {}, leftOut: [], problems: [{ field: 'text', reason: problem }] }
  let blanks = 0
  const shown = text.replace(/\[\[\d{1,3}\]\]/g, () => `<strong>[${(blanks += 1)}]</strong> ____`)
  const pairs = gaps.map((choice, i) => ({ left: `[${i + 1}]`, right: choice?.html ?? '' }))
  const used = new Set(gaps.map((choice) => choice?.group))
  const others = choices.filter(({ group }) => used.has(group)).map(({ html }) => html)
  const parts = buildMatching(pairs, others, explanation)
  return {
    ...parts,
    item: { ...parts.item, text: shown },
    leftOut: used.size > 1 ? [{ field: 'group', reason: 'each gap offers the choices of all gaps here' }] : [],
  }
}

function findProblem(gaps: readonly ({ html: string } | undefined)[], choices: number): string | undefined {
  if (gaps.length === 0) return 'has no gaps such as [[1]]'
  const missing = gaps.findIndex((choice) => !choice?.html)
  if (missing !== -1) return `gap ${missing + 1} has no choice`
  return Math.max(gaps.length, choices) > gapsMax
    ? `has ${Math.max(gaps.length, choices)} gaps or choices; the limit is ${gapsMax}`
    : undefined
}

function toChoice(text: string): string {
  return /<\w+[^<>]*>|&\w+;/.test(text) ? text : plainToHtml(text)
}
