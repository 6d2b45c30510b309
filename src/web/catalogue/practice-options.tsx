/** The ways to practice a certification: the button at the top of its page and the list below. */
import { Link } from 'react-router'
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import type { SimulationLength } from '#exam/simulation.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { CustomSetLink, MistakesLink, ReviewLink } from '#web/review/index.ts'
import { certificationPage } from '#web/text/en/certification-page.ts'
import { useTexts } from '#web/text/texts.ts'
import { PracticeOption } from '#web/ui/practice-option.tsx'

/** `attempt`: the latest attempt at all questions on this device. */
type Props = { entry: CatalogueEntry; attempt: Attempt | undefined }

export function PracticeLink({ entry, attempt }: Props) {
  if (entry.bankSize === 0) return null
  const label = () => {
    if (attempt)
      return hasFinished(attempt) ? certificationPage.seeResults : certificationPage.resume(attempt.current + 1, attempt.questionIds.length)
    return entry.status === 'retired' ? certificationPage.practiceAnyway : certificationPage.startPractice
  }
  return (
    <Link className="button" data-kind="primary" data-size="large" to={`/exam/${entry.id}`}>
      {label()}
    </Link>
  )
}

export function PracticeOptions({ entry, attempt, simulation }: Props & { simulation: SimulationLength | undefined }) {
  const { catalogue } = useTexts()
  const { id, bankSize } = entry
  if (bankSize === 0) return null
  return (
    <section className="apart" aria-labelledby="practice-options">
      <h2 id="practice-options">{certificationPage.waysToPractice}</h2>
      <ul className="split practice-options" role="list">
        <PracticeOption
          title={catalogue.practice}
          text={certificationPage.practiceText(bankSize)}
          // The button at the top of the page continues an existing attempt.
          link={!attempt && { to: `/exam/${id}`, label: certificationPage.startPractice }}
        />
        {simulation && (
          <PracticeOption
            title={certificationPage.simulation}
            text={certificationPage.simulationText(simulation.questions, simulation.minutes)}
            link={{ to: `/exam/${id}/simulation`, label: catalogue.startSimulation }}
          />
        )}
        <PracticeOption title={certificationPage.byArea} text={certificationPage.byAreaText} />
        <MistakesLink certificationId={id} />
        <CustomSetLink certificationId={id} />
        <ReviewLink certificationId={id} />
      </ul>
    </section>
  )
}
