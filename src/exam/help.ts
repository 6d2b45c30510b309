/**
 * Built-in help, composed from the question's own texts. Before the answer key is revealed, it repeats the question and the relevant
 * facts. Afterward it quotes the explanation. It never gives the answer key away.
 */
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type Question } from '#exam/question.ts'

/** Content of a reply. The screen adds the surrounding text. */
export type HelpReply =
  | {
      type: 'before-reveal'
      /** The last sentence of the text, which is the actual question. */
      question: string
      /** Sentences of the scenario that share words with the candidate's message, or all sentences if none do. */
      situation: string[]
      skillArea: string
      skill: string
      /** How many options to choose or items to place. */
      keyLength: number
    }
  | {
      type: 'after-reveal'
      /** Sentences of the explanation that share words with the candidate's message, or all sentences if none do. */
      explanation: string[]
      /** Options that share words with the message, each with the reason why it is wrong. `letter` is the letter on screen. */
      options: { letter: string; why: string }[]
      reference: string
    }

const stopWords = new Set(
  'a an and are as at be but by can could do does for from has have how i in is it its me my not of on or should so than that the their them then there these they this to was what when where which who why will with would you your question answer option explain help about'.split(
    ' ',
  ),
)

/** Reply to a candidate's message about a question. `isRevealed`: whether the attempt has revealed the answer key. */
export function composeHelp(question: Question, message: string, isRevealed: boolean): HelpReply {
  const words = stemsOf(message)
  if (isRevealed) {
    const options = question.options.flatMap((option, i) => {
      const why = question.optionExplanations[i]
      return why && sharesWord(option, words) ? [{ letter: letterOf(i), why: plainText(why) }] : []
    })
    return {
      type: 'after-reveal',
      explanation: selectRelated(sentencesOf(question.explanation), words),
      options,
      reference: question.reference,
    }
  }
  const sentences = sentencesOf(question.text)
  return {
    type: 'before-reveal',
    question: sentences.at(-1) ?? '',
    situation: selectRelated(sentences.slice(0, -1), words),
    skillArea: question.skillArea,
    skill: question.skill,
    keyLength: question.answerKey.length,
  }
}

function selectRelated(sentences: string[], words: Set<string>): string[] {
  const related = sentences.filter((sentence) => sharesWord(sentence, words))
  return related.length > 0 ? related : sentences
}

function sentencesOf(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h\d|td|th)>/i)
    .flatMap((block) => plainText(block).split(/(?<=[.?!:])\s+(?=[A-Z0-9“"])/))
    .filter((sentence) => sentence !== '')
}

function sharesWord(text: string, words: Set<string>): boolean {
  return [...stemsOf(plainText(text))].some((word) => words.has(word))
}

/** Stems of the significant words, at most six letters each, so that "posting" matches "posted". */
function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(
    words.filter((word) => word.length > 2 && !stopWords.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 6)),
  )
}
