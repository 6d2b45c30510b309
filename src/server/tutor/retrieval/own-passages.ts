/** The question's own explanation and option reasons, for replies after the reveal. */
import { plainText, shorten } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import { passageLengthMax, type RevealedQuestion, type TutorPassage } from '#server/tutor/retrieval/passage.ts'

export function listOwnPassages({ id, explanation, optionExplanations, options, reference }: RevealedQuestion): TutorPassage[] {
  const reasons = optionExplanations.flatMap((reason, index) =>
    reason === null ? [] : [`${letterOf(index)}. ${plainText(options[index] ?? '')}: ${plainText(reason)}`],
  )
  const shared = { address: reference || null, checkedOn: null }
  return [
    {
      id: `explanation:${id}`,
      kind: 'explanation' as const,
      title: 'Explanation of this question',
      text: plainText(explanation),
      ...shared,
    },
    { id: `reasons:${id}`, kind: 'option-reason' as const, title: 'Why the other options are wrong', text: reasons.join('\n'), ...shared },
  ].flatMap((passage) => (passage.text === '' ? [] : [{ ...passage, text: shorten(passage.text, passageLengthMax * 2) }]))
}
