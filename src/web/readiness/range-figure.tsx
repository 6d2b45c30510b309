/** A range on a scale from 0 to 100 percent: the band is the range, the stem the expected score, and the notch the passing score. */
import { passMarkPercent } from '#exam/grading.ts'
import type { ScoreRange } from '#exam/readiness/readiness.ts'
import { readiness as words } from '#text/readiness.ts'
import '#web/styles/readiness.css'

/** Closer numbers would overlap. */
const labelGap = 12

export function RangeFigure({ range }: { range: ScoreRange }) {
  const { low, expected, high } = range
  const isNarrow = high - low < labelGap
  return (
    <svg className="range" role="img" aria-label={words.rangeName(range, passMarkPercent)}>
      <rect className="range-track" y="22" width="100%" height="10" />
      <svg x={`${low}%`} y="16" width={`${high - low}%`} height="22" overflow="visible">
        <rect className="range-band" width="100%" height="22" />
      </svg>
      <svg x={`${expected}%`} y="16" width="4" height="22" overflow="visible">
        <rect className="range-stem" x="-2" width="4" height="22" />
      </svg>
      <svg x={`${passMarkPercent}%`} y="10" width="2" height="34" overflow="visible">
        <rect className="range-mark" x="-1" width="2" height="34" />
      </svg>
      <text className="range-name" x={`${passMarkPercent}%`} dx="-6" y="10" textAnchor="end">
        {words.passMark(passMarkPercent)}
      </text>
      <text x={`${low}%`} y="54" textAnchor={isNarrow ? 'end' : 'middle'}>
        {words.percentMark(low)}
      </text>
      <text x={`${high}%`} y="54" textAnchor={isNarrow ? 'start' : 'middle'}>
        {words.percentMark(high)}
      </text>
    </svg>
  )
}

/** The same figure without numbers, for the row of a table. */
export function SmallRangeFigure({ range, name }: { range: ScoreRange; name: string }) {
  const { low, expected, high } = range
  return (
    <svg className="range" data-size="small" role="img" aria-label={name}>
      <rect className="range-track" y="5" width="100%" height="6" />
      <svg x={`${low}%`} y="1" width={`${high - low}%`} height="14" overflow="visible">
        <rect className="range-band" width="100%" height="14" />
      </svg>
      <svg x={`${expected}%`} y="1" width="4" height="14" overflow="visible">
        <rect className="range-stem" x="-2" width="4" height="14" />
      </svg>
      <svg x={`${passMarkPercent}%`} width="2" height="16" overflow="visible">
        <rect className="range-mark" x="-1" y="-2" width="2" height="20" />
      </svg>
    </svg>
  )
}
