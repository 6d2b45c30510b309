/** Converts a question, whose texts are sanitized HTML, to the fields of a flashcard. */
import { listEntered, listPlaces } from '#exam/answer-places.ts'
import { printCompletion } from '#exam/completion.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf, parsePair, type AnswerInput, type CaseStudy, type Question } from '#exam/question.ts'

/** The question goes on the front with its case study and choices, everything else on the back. All fields except `id` are HTML and may be empty. */
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

function formatChoices(question: Question): string {
  const { type, options, pairs, answerKey } = question
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
    case 'statements':
      return `<p class="task">Yes or No for each statement?</p>${formatList('ol', options)}`
    case 'drop_down':
      return `<p class="task">Choose for each blank.</p>${formatBlanks(question, [])}${formatPlaces(question)}`
    case 'solution':
      return '<p class="task">Yes or No?</p>'
  }
}

function formatKey(question: Question): string {
  const { type, options, pairs, answerKey } = question
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
    case 'statements': {
      const entered = listEntered(question, answerKey)
      return `<table>${options.map((html, i) => `<tr><td>${html}</td><td>${entered[i] ?? ''}</td></tr>`).join('')}</table>`
    }
    case 'drop_down':
      return formatBlanks(question, answerKey)
    case 'solution':
      return `<p>${listEntered(question, answerKey).join('')}</p>`
  }
}

/** The completion with its blanks filled by the answer. */
function formatBlanks({ completion, ...question }: Question, answer: AnswerInput): string {
  if (!completion) return ''
  const entered = listEntered({ ...question, completion }, answer)
  return printCompletion(completion, (blank) => (entered[blank] === undefined ? `<b>[${blank + 1}]</b>` : `<b>${entered[blank]}</b>`))
}

/** The choices of each blank. */
function formatPlaces(question: Question): string {
  const lists = listPlaces(question).map(({ prompt, choices }) => `${prompt}: ${choices.map(({ html }) => html).join(' / ')}`)
  return formatList('ol', lists)
}

/** Why each option is right or wrong, listed by letter, or why each statement is true or not, listed by number. */
function formatReasons({ type, optionExplanations }: Question): string {
  const reasons = optionExplanations.map((reason) => reason ?? '')
  if (reasons.every((reason) => reason === '')) return ''
  return type === 'statements' ? formatList('ol', reasons) : formatLettered(reasons, (reason) => reason !== '')
}

/** The texts that pass the test, each with the letter of its position. */
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
