/** Orders passages by the words they share with what the candidate asks, and with the question. */
import { stemsOf } from '#exam/help/help-texts.ts'
import type { TutorPassage } from '#server/tutor/retrieval/passage.ts'

/** A word of the message counts as much as this many words of the question. */
const messageWeight = 4
/** In significant words. Long passages score lower, but among passages much shorter than this, length hardly matters. */
const usualStems = 40

/** Returns the best passages first. A passage that shares no word is left out. Rare words count more than words that most passages have. */
export function rankPassages<Passage extends Pick<TutorPassage, 'title' | 'text'>>(
  passages: readonly Passage[],
  words: { readonly message: string; readonly question: string },
): Passage[] {
  const [message, question] = [stemsOf(words.message), stemsOf(words.question)]
  const stemmed = passages.map((passage) => ({ passage, stems: stemsOf(`${passage.title} ${passage.text}`) }))
  const counts = new Map<string, number>()
  for (const { stems } of stemmed) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const rarityOf = (stem: string) => Math.log(1 + passages.length / (counts.get(stem) ?? 1))
  return stemmed
    .map(({ passage, stems }) => {
      let score = 0
      for (const stem of stems) {
        if (message.has(stem)) score += messageWeight * rarityOf(stem)
        else if (question.has(stem)) score += rarityOf(stem)
      }
      return { passage, score: score / Math.sqrt(usualStems + stems.size) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage)
}
