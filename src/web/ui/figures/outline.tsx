/**
 * An exam outline drawn to scale: the width of each skill area is proportional to its weight. With scores, each area is filled to the height
 * of its score. Areas with a name have their number above them and, on a wide screen, the name. Screen readers get one image; a list next
 * to it gives the numbers.
 *
 * It uses SVG attributes, because the content security policy blocks style attributes.
 */
import { midWeight } from '#exam/certification.ts'
import { passMarkPercent } from '#exam/grading.ts'
import { AreaName } from '#web/ui/areas/area-name.tsx'

/** `detail`: a figure to show below the name. */
type Area = { name?: string; detail?: string; weightMin: number; weightMax: number }

type Props = {
  areas: readonly Area[]
  label: string
  /** Score per area in whole percent; `null` for an area without a score. */
  scores?: readonly (number | null)[]
  /** Share of the questions of each area that the score covers, in percent: the width of the fill. The default is 100. */
  seen?: readonly number[]
  /** `small` leaves out numbers and names. */
  size?: 'small'
  /** Whether a line shows the passing score, which applies only to simulations. */
  hasPassMark?: boolean
}

export function Outline({ areas, label, scores, seen, size, hasPassMark = false }: Props) {
  const total = areas.reduce((sum, area) => sum + midWeight(area), 0)
  const parts = areas.map((area, i) => ({
    x: (areas.slice(0, i).reduce((sum, before) => sum + midWeight(before), 0) / total) * 100,
    width: (midWeight(area) / total) * 100,
    score: scores?.[i] ?? null,
    seen: seen?.[i] ?? 100,
  }))
  const names = size !== 'small' && areas.some(({ name }) => name !== undefined) && (
    <svg className="outline-names" aria-hidden="true">
      {parts.map(({ x, width }, i) => (
        <foreignObject key={i} x={`${x}%`} width={`${width}%`} height="100%">
          <p>
            <b>{i + 1}</b> <span>{areas[i]?.name !== undefined && <AreaName name={areas[i].name} />}</span>{' '}
            {areas[i]?.detail && <small>{areas[i].detail}</small>}
          </p>
        </foreignObject>
      ))}
    </svg>
  )
  if (!scores) {
    return (
      <>
        {names}
        <svg className="outline" role="img" aria-label={label}>
          {parts.map(({ x, width }, i) => (
            <svg key={i} x={`${x}%`} width={`${width}%`}>
              <rect className="outline-fill" height="100%" />
            </svg>
          ))}
        </svg>
      </>
    )
  }
  const mark = `${100 - passMarkPercent}%`
  return (
    <div className="outline-scores" data-size={size} role="img" aria-label={label}>
      {names}
      <svg className="outline" data-scores="" aria-hidden="true">
        {parts.map(({ x, width, score, seen }, i) => (
          <svg key={i} x={`${x}%`} width={`${width}%`}>
            <rect className="outline-ground" height="100%" />
            {score !== null && (
              <svg width={`${seen}%`}>
                <rect className="outline-fill" y={`${100 - score}%`} height={`${score}%`} />
              </svg>
            )}
            <rect className="outline-edge" height="100%" />
          </svg>
        ))}
      </svg>
      <svg className="outline-marks" aria-hidden="true">
        {size !== 'small' &&
          parts.map(
            ({ x, width, score }, i) =>
              score === null && (
                <text key={i} className="outline-none" x={`${x + width / 2}%`} y="60%">
                  –
                </text>
              ),
          )}
        {hasPassMark && (
          <>
            <rect className="outline-rim" y={mark} />
            <rect className="outline-line" y={mark} />
            <text className="outline-mark" x="100%" y={mark} dx="2.4rem" dy="1.2rem">
              {passMarkPercent}%
            </text>
          </>
        )}
      </svg>
    </div>
  )
}

/** A bar with the score and the passing score. */
export function Gauge({ percent, label, markLabel }: { percent: number; label: string; markLabel: string }) {
  return (
    <svg className="gauge" role="img" aria-label={label}>
      <rect className="gauge-fill" width={`${percent}%`} height="100%" />
      <line x1={`${passMarkPercent}%`} x2={`${passMarkPercent}%`} y1="-1.6rem" y2="130%" />
      <text x={`${passMarkPercent}%`} dx="-0.5rem" y="-0.5rem">
        {markLabel}
      </text>
    </svg>
  )
}
