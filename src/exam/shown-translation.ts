/**
 * Prepares a question or a case study to be shown in French, or in English and French side by side. The result is a question like any
 * other, so code that shows or grades it does not need to know about languages. Passages in French are marked with `lang`.
 */
import { listCaseStudySections } from '#exam/case-study-sections.ts'
import { listMarkedBlanks, splitAtBlanks, type Completion, type DrawnForm } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { QuestionLanguage } from '#exam/question-language.ts'
import type { DeliveredCaseStudy, DeliveredTranslation, SealedTranslation, TranslationLanguage } from '#exam/translation.ts'

export type ShownTranslation = SealedTranslation & Partial<DeliveredTranslation>

/** `shownIn` is missing if the case study is shown in English. */
export type ShownCaseStudy = CaseStudy & { readonly shownIn?: Exclude<QuestionLanguage, 'en'> }

type View = { readonly language: TranslationLanguage; readonly isBeside: boolean }

/** The English text stays visible next to a translation that is out of date, because only the English text counts. */
function chooseView({ isOutdated }: { isOutdated?: boolean }, choice: QuestionLanguage, language: TranslationLanguage): View {
  return { language, isBeside: choice === 'both' || isOutdated === true }
}

/** The question in the chosen language, or in both. The options of `question` and `translation` must be in the same order. */
export function showTranslation(
  question: Question,
  translation: ShownTranslation,
  choice: Exclude<QuestionLanguage, 'en'>,
  language: TranslationLanguage = 'fr',
): Question {
  const view = chooseView(translation, choice, language)
  const inline = (english: string, translated: string | undefined) => joinTexts('span', english, translated ?? '', view)
  const list = (english: readonly string[], translated: readonly string[]) => english.map((text, i) => inline(text, translated[i]))
  const { pairs, completion, optionExplanations } = question
  return {
    ...question,
    text: joinTexts('div', question.text, translation.text, view),
    options: list(question.options, translation.options),
    pairs: pairs && {
      left: list(pairs.left, translation.pairs?.left ?? []),
      right: list(pairs.right, translation.pairs?.right ?? []),
    },
    ...(completion && translation.completion && { completion: joinCompletions(completion, translation.completion, view) }),
    explanation: joinTexts('div', question.explanation, translation.explanation ?? '', view),
    optionExplanations: optionExplanations.map((html, i) => html && inline(html, translation.optionExplanations?.[i] ?? undefined)),
  }
}

/** Translates each section separately, so that the tabs stay the same. If the sections do not match, translates the text as a whole. */
export function showCaseStudy(
  caseStudy: CaseStudy,
  translation: DeliveredCaseStudy,
  choice: Exclude<QuestionLanguage, 'en'>,
  language: TranslationLanguage = 'fr',
): ShownCaseStudy {
  const view = chooseView(translation, choice, language)
  const { isBeside } = view
  const [sections, translated] = [listCaseStudySections(caseStudy.content), listCaseStudySections(translation.content)]
  const join = (english: string, other: string) => joinTexts('div', english, other, view)
  const joinHeadings = (english: string, other: string) =>
    isBeside ? `<h3>${english} · <span lang="${language}">${other}</span></h3>` : `<h3 lang="${language}">${other}</h3>`
  const content =
    sections.length === translated.length && sections.length > 0
      ? sections
          .map(({ heading, html }, i) => joinHeadings(heading, translated[i]?.heading ?? '') + join(html, translated[i]?.html ?? ''))
          .join('')
      : join(caseStudy.content, translation.content)
  const title = isBeside ? joinWords(caseStudy.title, translation.title) : translation.title
  return { ...caseStudy, title, content, shownIn: isBeside ? 'both' : choice }
}

/** If there is no translated text, or both texts are the same, returns the English text. */
function joinTexts(element: 'div' | 'span', english: string, translated: string, { language, isBeside }: View): string {
  if (translated === '' || plainText(english) === plainText(translated)) return english
  const setting = element === 'div' ? ' class="book"' : ''
  const marked = `<${element}${setting} lang="${language}">${translated}</${element}>`
  return isBeside ? `<${element} class="two-languages"><${element}${setting}>${english}</${element}> ${marked}</${element}>` : marked
}

/** If both languages are shown, each blank is shown only in the English text. The French text shows the number of the blank instead. */
function joinCompletions(english: Completion, translated: Completion, view: View): Completion {
  const { language, isBeside } = view
  if (!isBeside) {
    const content = translated.content === '' ? '' : `<div lang="${language}">${translated.content}</div>`
    return { ...translated, content, language }
  }
  // Blanks are numbered in the order in which a reader finds them.
  const order = listMarkedBlanks(english)
  const number = (text: string) =>
    splitAtBlanks(text)
      .map((part) => (typeof part === 'number' ? `(${order.indexOf(part) + 1})` : part))
      .join('')
  return {
    form: english.form && joinForms(english.form, translated.form, number),
    content: joinTexts('div', english.content, number(translated.content), view),
    blanks: english.blanks.map(({ label, choices }, blank) => {
      const other = translated.blanks[blank]
      return { label: joinWords(label, other?.label), choices: choices.map((choice, i) => joinWords(choice, other?.choices[i])) }
    }),
  }
}

function joinForms(english: DrawnForm, translated: DrawnForm | null, number: (text: string) => string): DrawnForm {
  return {
    title: joinWords(english.title, translated?.title),
    subtitle: joinWords(english.subtitle, translated?.subtitle),
    groups: english.groups.map(({ name, fields }, i) => {
      const group = translated?.groups[i]
      return {
        name: joinWords(name, group?.name),
        fields: fields.map(({ label, value }, field) => {
          const other = group?.fields[field]
          const isBlank = /^\[\[\d+\]\]$/.test(value)
          return { label: joinWords(label, other?.label), value: isBlank ? value : joinWords(value, other && number(other.value)) }
        }),
      }
    }),
  }
}

/** Joins plain texts, such as the choices of a native menu. */
function joinWords(english: string, translated: string | undefined): string {
  return !translated || translated === english ? english : `${english} · ${translated}`
}
