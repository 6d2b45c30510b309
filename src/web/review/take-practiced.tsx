/** Downloads a candidate's mistakes and flagged questions of a certification, from this device and from the account. */
import { TakeToAnki, listSetsOfKnowledge, type TakeSets } from '#web/flashcards/index.ts'
import { useAuth } from '#web/accounts/index.ts'
import { readPracticeHistory } from '#web/review/use-practice-history.ts'
import { flashcards } from '#web/text/en/flashcards.ts'

export function TakePracticed({ certificationId }: { certificationId: string }) {
  const { state } = useAuth()
  if (state.status === 'checking') return null
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const readSets = async (): Promise<TakeSets> => {
    const history = await readPracticeHistory(certificationId, memberId)
    if (!history) throw new Error('The practice could not be read')
    return listSetsOfKnowledge(history.knowledge)
  }
  return (
    <section className="apart" aria-labelledby="take">
      <h2 id="take">{flashcards.sectionTitle}</h2>
      <p className="soft">{flashcards.section}</p>
      <p>
        <TakeToAnki certificationId={certificationId} owner={memberId ?? null} readSets={readSets} />
      </p>
    </section>
  )
}
