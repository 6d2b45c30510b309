/** A question as the fields of a flashcard. Its texts are sanitized HTML. */
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf, parsePair, type CaseStudy, type Question } from '#exam/question.ts'

/** The question goes on the front with its case study and choices, everything else on the back. All fields are HTML and may be empty. */
export type Flashcard = {
  id: string
  question: string
  caseStudy: string
  choices: string
  answer: string
  reasons: string
  explanation: string
  reference: string
  skillArea: string
}

export function toFlashcard(question: Question, caseStudy: CaseStudy | undefined): Flashcard {
  const { id, text, explanation, reference, skillArea } = question
  return {
    id,
    question: text,
    caseStudy: caseStudy ? `<details><summary>${escapeHtml(caseStudy.title)}</summary>${caseStudy.content}</details>` : '',
    choices: formatChoices(question),
    answer: formatKey(question),
    reasons: formatReasons(question),
    explanation,
    reference: reference && `<a href="${escapeHtml(reference)}">${escapeHtml(question.source?.pageTitle ?? reference)}</a>`,
    skillArea: escapeHtml(skillArea),
  }
}

function formatChoices({ type, options, pairs, answerKey }: Question): string {
  switch (type) {
    case 'single_choice':
      return `<p class="task">Choose one answer.</p>${formatLettered(options)}`
    case 'multiple_choice':
      return `<p class="task">Choose ${answerKey.length} answers.</p>${formatLettered(options)}`
    case 'reorder':
      return `<p class="task">Put the steps in the correct order.</p>${formatList('ul', options)}`
    case 'drag_drop':
      return [
        '<p class="task">Match each line with an item.</p>',
        formatList('ol', pairs?.left ?? []),
        '<p class="task">Items:</p>',
        formatList('ul', pairs?.right ?? []),
      ].join('')
  }
}

function formatKey({ type, options, pairs, answerKey }: Question): string {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return formatLettered(options, (_, letter) => answerKey.includes(letter))
    case 'reorder':
      return formatList(
        'ol',
        answerKey.map((index) => options[Number(index)] ?? ''),
      )
    case 'drag_drop': {
      const rows = answerKey.flatMap((entry) => {
        const pair = parsePair(entry)
        return pair ? `<tr><td>${pairs?.left[pair.left] ?? ''}</td><td>→</td><td>${pairs?.right[pair.right] ?? ''}</td></tr>` : []
      })
      return `<table>${rows.join('')}</table>`
    }
  }
}

/** Why the options are right or wrong, under their letters. */
function formatReasons({ optionExplanations }: Question): string {
  const reasons = optionExplanations.map((reason) => reason ?? '')
  return reasons.some((reason) => reason !== '') ? formatLettered(reasons, (reason) => reason !== '') : ''
}

/** The texts that pass, with the letters of their positions. */
function formatLettered(texts: readonly string[], passes: (text: string, letter: string) => boolean = () => true): string {
  const items = texts.flatMap((text, position) => {
    const letter = letterOf(position)
    return passes(text, letter) ? `<li value="${position + 1}">${text}</li>` : []
  })
  return `<ol type="A">${items.join('')}</ol>`
}

function formatList(tag: 'ol' | 'ul', texts: readonly string[]): string {
  return `<${tag}>${texts.map((text) => `<li>${text}</li>`).join('')}</${tag}>`
}
