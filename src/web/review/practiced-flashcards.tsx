/** A button that downloads the candidate's mistakes and flagged questions, on this device and in the account, as flashcards. */
import { FlashcardsButton, listSetsOfKnowledge, type FlashcardSets } from '#web/flashcards/index.ts'
import { useAuth } from '#web/accounts/index.ts'
import { readPracticeHistory } from '#web/review/use-practice-history.ts'
import { flashcards } from '#text/flashcards.ts'

export function PracticedFlashcards({ certificationId }: { certificationId: string }) {
  const { state } = useAuth()
  if (state.status === 'checking') return null
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const readSets = async (): Promise<FlashcardSets> => {
    const history = await readPracticeHistory(certificationId, memberId)
    if (!history) throw new Error('The practice could not be read')
    return listSetsOfKnowledge(history.knowledge)
  }
  return (
    <section className="apart" aria-labelledby="flashcards">
      <h2 id="flashcards">{flashcards.sectionTitle}</h2>
      <p className="soft">{flashcards.section}</p>
      <p>
        <FlashcardsButton certificationId={certificationId} owner={memberId ?? null} readSets={readSets} />
      </p>
    </section>
  )
}
