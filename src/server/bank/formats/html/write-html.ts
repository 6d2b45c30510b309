/**
 * Writes a question paper with its answer key as one HTML file, to read, print, or save as PDF. The questions come first, and the answer key
 * starts on a new page. Images are embedded. The file has no scripts and needs no network.
 */
import { listEntered, listPlaces } from '#exam/answer-places.ts'
import { familyMark } from '#exam/certification.ts'
import { printCompletion } from '#exam/completion.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf, parsePair, type Question } from '#exam/question.ts'
import type { ExportedQuestion, ExportSource } from '#server/bank/export/source.ts'
import { paperStyles } from '#server/bank/formats/html/paper-styles.ts'
import { listShownImages } from '#server/bank/images/site-images.ts'

const typeNames = {
  single_choice: 'Single choice',
  multiple_choice: 'Multiple choice',
  reorder: 'Ordering',
  drag_drop: 'Matching',
  statements: 'Yes or no',
  drop_down: 'Fill in',
  solution: 'Solution series',
} as const

export async function* writeHtml(source: ExportSource): AsyncGenerator<string> {
  const { examId, certifications } = source
  const title = `${examId === undefined ? 'Praxam' : examId.toUpperCase()} questions`
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n`
  yield `<title>${escapeHtml(title)}</title>\n<style>${paperStyles}</style>\n</head>\n<body>\n<main>\n<h1>${escapeHtml(title)}</h1>\n`
  const print = createPrinter(source)
  /** The numbers of the questions, so that the answer key uses the same ones. */
  const numbers = new Map<string, number>()
  let exam = ''
  for await (const batch of source.listQuestions())
    for (const exported of batch) {
      const { question, caseStudy, isFirst } = exported
      numbers.set(question.id, numbers.size + 1)
      if (question.examId !== exam) yield printExam((exam = question.examId), certifications)
      if (caseStudy && isFirst)
        yield `<section class="case"><h3>Case study: ${escapeHtml(caseStudy.title)}</h3>${await print(caseStudy.content)}</section>\n`
      yield await printQuestion(exported, numbers.size, print)
    }
  if (numbers.size === 0) yield '<p>There are no questions.</p>\n'
  else {
    yield '<section class="key">\n<h2>Answer key</h2>\n'
    for await (const batch of source.listQuestions())
      for (const { question } of batch) {
        const number = numbers.get(question.id)
        if (number !== undefined) yield await printKey(question, number, print)
      }
    yield '</section>\n'
  }
  yield '</main>\n</body>\n</html>\n'
}

type PrintHtml = (html: string) => Promise<string>

function printExam(id: string, certifications: ExportSource['certifications']): string {
  const certification = certifications.get(id)
  const mark = certification ? ` data-family="${familyMark(certification.family)}"` : ''
  return `<h2${mark}>${escapeHtml([id.toUpperCase(), ...(certification ? [certification.name] : [])].join(' '))}</h2>\n`
}

/** Creates a function that replaces the addresses of images with `data:` addresses. */
function createPrinter({ readImage }: ExportSource): PrintHtml {
  return async (html) => {
    let written = html
    for (const image of listShownImages([html])) {
      const bytes = await readImage(image)
      const extension = image.name.slice(image.name.lastIndexOf('.') + 1)
      const type = { jpg: 'jpeg', svg: 'svg+xml' }[extension] ?? extension
      if (bytes) written = written.replaceAll(image.address, `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`)
    }
    return written
  }
}

async function printQuestion({ question, caseStudy }: ExportedQuestion, number: number, print: PrintHtml): Promise<string> {
  const { type, text, state } = question
  const notes = [
    `${typeNames[type]}. ${hintOf(question)}`,
    ...(caseStudy ? [`Case study: ${escapeHtml(caseStudy.title)}.`] : []),
    ...(state === 'draft' ? ['Draft.'] : []),
  ]
  return [
    `<article id="q${number}"><b class="number">${number}</b><div>`,
    await print(text),
    `<p class="note">${notes.join(' ')}</p>`,
    await printAnswers(question, print),
    '</div></article>\n',
  ].join('')
}

function hintOf({ type, answerKey }: Question): string {
  switch (type) {
    case 'single_choice':
      return 'Choose one.'
    case 'multiple_choice':
      return `Choose ${answerKey.length}.`
    case 'reorder':
      return `Put ${answerKey.length} steps in order. Write their letters.`
    case 'drag_drop':
      return 'Write the letter of the matching item beside each number.'
    case 'statements':
      return 'Mark Yes or No for each statement.'
    case 'drop_down':
      return 'Mark one choice for each blank.'
    case 'solution':
      return 'Mark Yes or No.'
  }
}

async function printAnswers(question: Question, print: PrintHtml): Promise<string> {
  const { type, options, pairs, completion, answerKey } = question
  const list = async (texts: readonly string[], kind: string, markOf: (i: number) => string | number) => {
    const entries = await Promise.all(texts.map(async (html, i) => `<li><b>${markOf(i)}</b><div>${await print(html)}</div></li>`))
    return `<ol class="${kind}">${entries.join('')}</ol>`
  }
  switch (type) {
    case 'single_choice':
      return list(options, 'letters circle', letterOf)
    case 'multiple_choice':
      return list(options, 'letters square', letterOf)
    case 'reorder':
      return `${await list(options, 'letters', letterOf)}<ol class="places">${answerKey.map((_, place) => `<li>${place + 1}</li>`).join('')}</ol>`
    case 'drag_drop':
      return (await list(pairs?.left ?? [], 'prompts', (i) => i + 1)) + (await list(pairs?.right ?? [], 'letters', letterOf))
    case 'statements':
    case 'solution':
    case 'drop_down': {
      const content = completion ? await print(printCompletion(completion, (blank) => `<b>[${blank + 1}]</b>`)) : ''
      const places = listPlaces(question).map(({ prompt, choices }) => `${prompt} ${choices.map(({ html }) => `☐ ${html}`).join('   ')}`)
      return content + (await list(places, 'prompts', (i) => (type === 'solution' ? '' : i + 1)))
    }
  }
}

async function printKey(question: Question, number: number, print: PrintHtml): Promise<string> {
  const { explanation, reference, optionExplanations } = question
  const reasons = await Promise.all(
    optionExplanations.map(async (html, i) =>
      html ? `<li><b>${question.type === 'statements' ? i + 1 : letterOf(i)}</b><div>${await print(html)}</div></li>` : '',
    ),
  )
  return [
    `<article><b class="number"><a href="#q${number}">${number}</a></b><div>`,
    `<p><b>${formatKey(question)}</b></p>`,
    await print(explanation),
    reasons.some((reason) => reason !== '') ? `<ul class="letters">${reasons.join('')}</ul>` : '',
    `<p class="note">Source: <a href="${escapeHtml(reference)}">${escapeHtml(reference.replace('https://', ''))}</a></p>`,
    '</div></article>\n',
  ].join('')
}

/** `A, C`; the letters of the steps in order; `1 C, 2 A` for pairs; `1 Yes, 2 No` for statements, likewise for blanks. HTML. */
function formatKey(question: Question): string {
  const { type, answerKey } = question
  if (type === 'solution') return listEntered(question, answerKey).join('')
  const entered = listEntered(question, answerKey)
  if (entered.length > 0) return entered.map((html, place) => `${place + 1} ${html ?? ''}`).join(', ')
  const entries = answerKey.map((entry) => {
    const pair = parsePair(entry)
    if (type === 'drag_drop' && pair) return `${pair.left + 1} ${letterOf(pair.right)}`
    return type === 'reorder' ? letterOf(Number(entry)) : entry
  })
  return entries.join(', ')
}
