/**
 * Built-in help: what can be said about a question from its own material. Before the key has been revealed it says
 * what is asked and what the situation demands; afterwards it quotes the explanation. It never names the key early.
 */
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { Question } from '#exam/question.ts'

/** Facts for a reply; the words around them belong to the screen. */
export type HelpReply =
  | {
      type: 'before-reveal'
      /** The question itself: the last sentence of the text. */
      asked: string
      /** Sentences of the situation nearest to what the candidate wrote; all of them when nothing is near. */
      situation: string[]
      skillArea: string
      skill: string
      /** How many options to choose or pieces to place. */
      keyLength: number
    }
  | {
      type: 'after-reveal'
      /** Sentences of the explanation nearest to what the candidate wrote; the whole explanation when none is. */
      explanation: string[]
      /** Options the candidate wrote about, each with why it is wrong. `letter` is its letter on screen. */
      options: { letter: string; why: string }[]
      reference: string
    }

const emptyWords = new Set(
  'a an and are as at be but by can could do does for from has have how i in is it its me my not of on or should so than that the their them then there these they this to was what when where which who why will with would you your question answer option explain help about'.split(
    ' ',
  ),
)

/** Reply to what the candidate wrote about this question. `isRevealed`: whether the key has been shown in this run. */
export function composeHelp(question: Question, written: string, isRevealed: boolean): HelpReply {
  const near = wordsOf(written)
  if (isRevealed) {
    const options = question.options.flatMap((option, i) => {
      const why = question.optionExplanations[i]
      return why && sharesWord(option, near) ? [{ letter: letterOf(i), why: plainText(why) }] : []
    })
    return {
      type: 'after-reveal',
      explanation: nearestSentences(sentencesOf(question.explanation), near),
      options,
      reference: question.reference,
    }
  }
  const sentences = sentencesOf(question.text)
  return {
    type: 'before-reveal',
    asked: sentences.at(-1) ?? '',
    situation: nearestSentences(sentences.slice(0, -1), near),
    skillArea: question.skillArea,
    skill: question.skill,
    keyLength: question.answerKey.length,
  }
}

function nearestSentences(sentences: string[], near: Set<string>): string[] {
  const nearest = sentences.filter((sentence) => sharesWord(sentence, near))
  return nearest.length > 0 ? nearest : sentences
}

function sentencesOf(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h\d|td|th)>/i)
    .flatMap((block) => plainText(block).split(/(?<=[.?!:])\s+(?=[A-Z0-9“"])/))
    .filter((sentence) => sentence !== '')
}

function sharesWord(text: string, near: Set<string>): boolean {
  return [...wordsOf(plainText(text))].some((word) => near.has(word))
}

/** Words that carry meaning, cut to a stem of six letters so that "posting" finds "posted". */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(
    words.filter((word) => word.length > 2 && !emptyWords.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 6)),
  )
}
