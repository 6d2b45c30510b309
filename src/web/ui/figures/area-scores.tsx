/** The scores of an attempt by skill area: drawn to scale in the order of the outline, if all areas are in it, and in rows in the given order. */
import { minShareAnswers, type AnswerShare } from '#exam/answer-share.ts'
import { catalogue } from '#text/catalogue.ts'
import { results } from '#text/results.ts'
import { AreaRows } from '#web/ui/figures/area-rows.tsx'
import { Outline } from '#web/ui/figures/outline.tsx'

/**
 * `outlined`: the area in the current outline, numbered from 1. `questionCount`: how many questions of the attempt are in the area, if
 * known.
 */
type ScoredArea = AnswerShare & {
  name: string
  questionCount?: number
  outlined: { number: number; weightMin: number; weightMax: number } | undefined
}

/** `certificationId` is the certification that the links practice. */
type Props = {
  areas: readonly ScoredArea[]
  id: string
  heading?: 'h2' | 'h4'
  certificationId?: string
  isSimulation: boolean
  note?: React.ReactNode
}

export function AreaScores({ areas, id, heading: Heading = 'h2', certificationId, isSimulation, note }: Props) {
  const drawn = areas.toSorted((a, b) => (a.outlined?.number ?? 0) - (b.outlined?.number ?? 0))
  const outline = drawn.flatMap(({ name, outlined }) => (outlined ? [{ name, ...outlined }] : []))
  const figuresOf = ({ correct, total, percent, questionCount }: ScoredArea): [string, string] =>
    total === 0
      ? [questionCount === 0 ? results.noQuestions : results.noAnswers, '–']
      : [results.correctOf(correct, total), percent === null ? results.notEnough : results.percent(percent)]
  return (
    <section className="apart" aria-labelledby={id}>
      <Heading id={id}>{results.byArea}</Heading>
      {outline.length === areas.length && (
        <Outline areas={outline} label={results.byAreaLabel} scores={drawn.map(({ percent }) => percent)} hasPassMark={isSimulation} />
      )}
      {note && <p className="small">{note}</p>}
      <AreaRows
        {...(certificationId && { certificationId })}
        columns={[results.correct, results.score]}
        rows={areas.map((area) => ({
          name: area.name,
          number: area.outlined?.number,
          weight: area.outlined && catalogue.weightRange(area.outlined.weightMin, area.outlined.weightMax),
          figures: figuresOf(area),
          canPractice: true,
        }))}
      />
      {areas.some(({ total, percent }) => total > 0 && percent === null) && <p className="small">{results.enough(minShareAnswers)}</p>}
    </section>
  )
}
