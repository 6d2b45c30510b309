/**
 * Writes a question as an assessment item of QTI 2.1 or 3.0.
 *
 * | question         | QTI                                                                                             |
 * |------------------|-------------------------------------------------------------------------------------------------|
 * | single, multiple choice | choice interaction; options have their letters as identifiers                            |
 * | reorder          | order interaction; steps have letters; as many choices as the answer key has steps               |
 * | drag and drop    | match interaction of prompts `L1`, `L2`, … with items `R1`, `R2`, …                             |
 * | the other types  | converted to one of these, see `plain-types.ts`                                                  |
 * | option reason    | inline feedback in the option, or a feedback block if the reason contains blocks                 |
 * | explanation, reference | modal feedback `EXPLANATION`                                                              |
 * | case study       | 3.0: a shared stimulus. 2.1, which has none: part of the text (`own-markup.ts`)                  |
 *
 * The score is 1 when the whole response is correct, as on the site.
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { letterOf, parsePair, type CaseStudy } from '#exam/question.ts'
import type { ExportedQuestion } from '#server/bank/export/source.ts'
import { identifierOf, printExplanation, printText } from '#server/bank/formats/own-markup.ts'
import { toPlainType } from '#server/bank/formats/plain-types.ts'
import { escapeXml, printElement, type XmlAttributes } from '#server/bank/formats/print-xml.ts'
import { printXhtml } from '#server/bank/formats/qti/xhtml.ts'

export type QtiVersion = '2.1' | '3.0'

const namespaces = {
  '2.1': 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  '3.0': 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
} as const
const schemas = {
  '2.1': 'http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd',
  '3.0': 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd',
} as const

const titleLengthMax = 120

/** Prints an element of QTI. Takes the names of 2.1; in 3.0, `simpleChoice` is `qti-simple-choice`, and `maxChoices` is `max-choices`. */
type PrintQti = (name: string, attributes: XmlAttributes, ...children: readonly string[]) => string

function createPrinter(version: QtiVersion): PrintQti {
  if (version === '2.1') return printElement
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return (name, attributes, ...children) =>
    printElement(
      `qti-${kebab(name)}`,
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [spell(key), value])),
      ...children,
    )
  function spell(attribute: string): string {
    return /^xmlns|:/.test(attribute) ? attribute : kebab(attribute)
  }
}

/** The identifier of a question's item. An identifier cannot start with a digit. */
export function itemIdentifier(id: string): string {
  return identifierOf('q', id)
}

export function stimulusIdentifier(id: string): string {
  return identifierOf('case', id)
}

export function printItem({ question: exported, caseStudy }: ExportedQuestion, version: QtiVersion): string {
  const question = toPlainType(exported)
  const print = createPrinter(version)
  const hasStimulus = version === '3.0' && caseStudy !== undefined
  const text = hasStimulus ? question.text : printText(question, caseStudy)
  const hasReasons = question.optionExplanations.some((reason) => reason !== null) && question.type !== 'drag_drop'
  const root = print(
    'assessmentItem',
    {
      xmlns: namespaces[version],
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespaces[version]} ${schemas[version]}`,
      identifier: itemIdentifier(question.id),
      title: shorten(plainText(question.text), titleLengthMax) || 'Question',
      adaptive: false,
      timeDependent: false,
      'xml:lang': 'en',
      toolName: 'Praxam',
    },
    printResponseDeclaration(question, print),
    printOutcome('SCORE', 'float', 'single', print, '0'),
    printOutcome('MAXSCORE', 'float', 'single', print, '1'),
    ...(hasReasons ? [printOutcome('FEEDBACK', 'identifier', question.type === 'single_choice' ? 'single' : 'multiple', print)] : []),
    printOutcome('EXPLANATION', 'identifier', 'single', print),
    ...(hasStimulus && caseStudy ? [printStimulusReference(caseStudy, print)] : []),
    print('itemBody', {}, printXhtml(text, 'blocks'), printInteraction(question, version, print)),
    printResponseProcessing(question, hasReasons, print),
    printExplanationFeedback(question, version, print),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

/** A case study as a shared stimulus of QTI 3.0. */
export function printStimulus({ id, title, content }: CaseStudy): string {
  const print = createPrinter('3.0')
  const root = print(
    'assessmentStimulus',
    {
      xmlns: namespaces['3.0'],
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespaces['3.0']} ${schemas['3.0']}`,
      identifier: stimulusIdentifier(id),
      title,
      'xml:lang': 'en',
      toolName: 'Praxam',
    },
    print('stimulusBody', {}, printXhtml(content, 'blocks')),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function printStimulusReference({ id, title }: CaseStudy, print: PrintQti): string {
  const identifier = stimulusIdentifier(id)
  return print('assessmentStimulusRef', { identifier, href: `../stimuli/${identifier}.xml`, title })
}

const cardinalities: Partial<Record<BankQuestion['type'], string>> = { single_choice: 'single', reorder: 'ordered' }

function printResponseDeclaration({ type, answerKey }: BankQuestion, print: PrintQti): string {
  const cardinality = cardinalities[type] ?? 'multiple'
  const values = answerKey.map((entry) => print('value', {}, responseValue(type, entry)))
  return print(
    'responseDeclaration',
    { identifier: 'RESPONSE', cardinality, baseType: type === 'drag_drop' ? 'directedPair' : 'identifier' },
    print('correctResponse', {}, ...values),
  )
}

/** An entry of the answer key in QTI: `C`, or `L1 R3`. */
function responseValue(type: BankQuestion['type'], entry: string): string {
  const pair = parsePair(entry)
  if (type === 'drag_drop' && pair) return `L${pair.left + 1} R${pair.right + 1}`
  return type === 'reorder' ? letterOf(Number(entry)) : entry
}

function printOutcome(identifier: string, baseType: string, cardinality: string, print: PrintQti, value?: string): string {
  const defaultValue = value === undefined ? [] : [print('defaultValue', {}, print('value', {}, value))]
  return print('outcomeDeclaration', { identifier, cardinality, baseType }, ...defaultValue)
}

function printInteraction(question: BankQuestion, version: QtiVersion, print: PrintQti): string {
  const { type, options, answerKey, pairs } = question
  const response = { responseIdentifier: 'RESPONSE', shuffle: true }
  const choices = options.map((_, i) => printChoice(question, i, version, print))
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return print('choiceInteraction', { ...response, maxChoices: countChoices(question) }, ...choices)
    case 'reorder':
      return print('orderInteraction', { ...response, minChoices: answerKey.length, maxChoices: answerKey.length }, ...choices)
    case 'drag_drop': {
      const { left, right } = pairs ?? { left: [], right: [] }
      const used = answerKey.map((entry) => parsePair(entry)?.right)
      const usesMax = new Set(used).size === used.length ? 1 : left.length
      const set = (entries: readonly string[], side: 'L' | 'R', matchMax: number) =>
        print(
          'simpleMatchSet',
          {},
          ...entries.map((html, i) =>
            print('simpleAssociableChoice', { identifier: `${side}${i + 1}`, matchMax }, printXhtml(html, 'flow')),
          ),
        )
      return print('matchInteraction', { ...response, maxAssociations: left.length }, set(left, 'L', 1), set(right, 'R', usesMax))
    }
    case 'statements':
    case 'drop_down':
    case 'solution':
      throw new Error(`${type} is written as another type`)
  }
}

/**
 * How many options a candidate may choose. 0 means any number, which distinguishes a multiple choice with one correct option from a single
 * choice.
 */
function countChoices({ type, answerKey }: BankQuestion): number {
  if (type === 'single_choice') return 1
  return answerKey.length === 1 ? 0 : answerKey.length
}

function printChoice({ options, optionExplanations }: BankQuestion, position: number, version: QtiVersion, print: PrintQti): string {
  const identifier = letterOf(position)
  const reason = optionExplanations[position]
  const shown = { outcomeIdentifier: 'FEEDBACK', identifier, showHide: 'show' }
  const feedback = !reason ? [] : [printReason(reason, shown, version, print)]
  return print('simpleChoice', { identifier }, printXhtml(options[position] ?? '', 'flow'), ...feedback)
}

function printReason(reason: string, attributes: XmlAttributes, version: QtiVersion, print: PrintQti): string {
  const hasBlocks = /<(?:p|h3|h4|pre|blockquote|ul|ol|table)\b/.test(reason)
  if (!hasBlocks) return print('feedbackInline', attributes, printXhtml(reason, 'inline'))
  return print('feedbackBlock', attributes, printBody(printXhtml(reason, 'blocks'), version, print))
}

function printExplanationFeedback(question: BankQuestion, version: QtiVersion, print: PrintQti): string {
  const content = printXhtml(printExplanation(question, { withReasons: question.type === 'drag_drop' }), 'flow')
  const attributes = { outcomeIdentifier: 'EXPLANATION', identifier: 'SHOWN', showHide: 'show' }
  return print('modalFeedback', attributes, printBody(content, version, print))
}

/** QTI 3.0 wraps the content of feedback. */
function printBody(content: string, version: QtiVersion, print: PrintQti): string {
  return version === '3.0' ? print('contentBody', {}, content) : content
}

/** Scores the whole response, and shows the explanation and the reasons for the selected options. */
function printResponseProcessing({ type, options }: BankQuestion, hasReasons: boolean, print: PrintQti): string {
  const variable = print('variable', { identifier: 'RESPONSE' })
  const set = (identifier: string, value: string) => print('setOutcomeValue', { identifier }, value)
  const value = (baseType: string, text: string) => print('baseValue', { baseType }, escapeXml(text))
  const isCorrect = print('match', {}, variable, print('correct', { identifier: 'RESPONSE' }))
  // Feedback is a set, and no operator turns the ordered steps into a set. So each step is added separately.
  const addStep = (letter: string) => {
    const step = value('identifier', letter)
    const isSelected = print('member', {}, step, variable)
    const added = print('multiple', {}, print('variable', { identifier: 'FEEDBACK' }), step)
    return print('responseCondition', {}, print('responseIf', {}, isSelected, set('FEEDBACK', added)))
  }
  const showReasons = type === 'reorder' ? options.map((_, i) => addStep(letterOf(i))) : [set('FEEDBACK', variable)]
  return print(
    'responseProcessing',
    {},
    print(
      'responseCondition',
      {},
      print('responseIf', {}, isCorrect, set('SCORE', value('float', '1'))),
      print('responseElse', {}, set('SCORE', value('float', '0'))),
    ),
    ...(hasReasons ? showReasons : []),
    set('EXPLANATION', value('identifier', 'SHOWN')),
  )
}
