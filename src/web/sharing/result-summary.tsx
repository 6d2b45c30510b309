/** A shared result: name, certification, score, and the score of each skill area. Only a simulation is compared with the passing score. */
import { passMarkPercent } from '#exam/grading.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { isSimulation, kindOf, type Shown } from '#web/sharing/shown-result.ts'
import { results } from '#text/results.ts'
import { sharing } from '#text/sharing.ts'
import { AreaScores } from '#web/ui/figures/area-scores.tsx'
import { Gauge } from '#web/ui/figures/outline.tsx'

/** `level` is the heading level. The heading of the skill areas is one level lower. */
type Props = { shown: Shown; name: string; level: 1 | 3 }

export function ResultSummary({ shown, name, level }: Props) {
  const { certificationId, family, kind, finishedOn, correct, total, percent, correctedOn } = shown
  const Heading = level === 1 ? 'h1' : 'h3'
  return (
    <div className="shared-result" data-family={family && familyMark(family)}>
      <p className="facts">
        <IdBadge id={certificationId} />
        <span>{sharing.kinds[kind]}</span>
        <span>{sharing.finishedOn(finishedOn)}</span>
      </p>
      <Heading className="title">
        <span>
          {kindOf(shown)} {sharing.of} <bdi>{name || sharing.someone}</bdi>
        </span>
      </Heading>
      <div className="score">
        <p>{sharing.score(shown)}</p>
        <div>
          {isSimulation(shown) && percent !== null && (
            <Gauge percent={percent} label={results.gauge(percent, passMarkPercent)} markLabel={results.passMark(passMarkPercent)} />
          )}
          <p>{sharing.counted(correct, total)}</p>
          {correctedOn !== null && <p className="small">{sharing.correctedOn(correctedOn)}</p>}
        </div>
      </div>
      <p className="shared-note">
        <strong>{sharing.note}</strong> {sharing.noteMore}
      </p>
      <AreaScores areas={shown.areas} id="shared-areas" heading={level === 1 ? 'h2' : 'h4'} isSimulation={isSimulation(shown)} />
    </div>
  )
}
