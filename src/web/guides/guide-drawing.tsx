/**
 * A drawing in a guide: one SVG image for both themes. It is as wide as a phone screen, and not much wider on other screens, so that its text is
 * as large as the text around it. Screen readers get one image with all texts.
 */
import { breakLines, plainWords, type Word } from '#web/guides/drawing-text.ts'
import { guide as words } from '#web/text/fr/guides.ts'
import type { Drawing } from '#server/guides/index.ts'
import '#web/styles/guide-drawing.css'

type Item = Drawing['items'][number]

const width = 320
const [labelHeight, noteHeight] = [18, 17]
const [labelCharacter, noteCharacter] = [7.6, 6.9]

export function GuideDrawing({ drawing }: { drawing: Drawing }) {
  const { parts, height } = draw(drawing)
  return (
    <figure className="flow drawing">
      <svg viewBox={`-1 0 ${width + 2} ${height}`} role="img" aria-label={describe(drawing)}>
        {parts}
      </svg>
      <figcaption className="small">{plainWords(drawing.caption)}</figcaption>
    </figure>
  )
}

function describe({ kind, question, unit, items }: Drawing): string {
  const start = question ?? { steps: words.stepsAlt, moments: words.momentsAlt, bars: words.barsAlt, choices: '', retirements: '' }[kind]
  const texts = items.map(({ label, note, value }, i) =>
    [kind === 'steps' ? `${i + 1}. ${label}` : label, value !== undefined && `${value}\u00a0${unit ?? ''}`, note]
      .filter(Boolean)
      .join(', '),
  )
  return plainWords(`${start}\u00a0: ${texts.join('\u202f; ')}.`.replace('?\u00a0:', '?'))
}

/** The parts from top to bottom, and their total height. */
function draw({ kind, question, unit, items }: Drawing): { parts: React.ReactNode[]; height: number } {
  const parts: React.ReactNode[] = []
  let y = 1
  const add = (part: (y: number) => { node: React.ReactNode; height: number }) => {
    const { node, height } = part(y)
    parts.push(<g key={parts.length}>{node}</g>)
    y += height
  }
  if (question !== undefined) add((top) => drawQuestion(question, top))
  const max = Math.max(...items.map(({ value = 1 }) => value))
  for (const [i, item] of items.entries()) {
    const isLast = i === items.length - 1
    if (kind === 'steps') add((top) => drawStep(item, i + 1, isLast, top))
    else if (kind === 'bars') add((top) => drawBar(item, unit ?? '', max, top))
    else add((top) => drawPoint(item, kind === 'choices', isLast, top))
  }
  return { parts, height: y + 1 }
}

/** The lines of a label and a note, from the top of the first line. */
function drawTexts({ label, note }: Pick<Item, 'label' | 'note'>, x: number, top: number, right = 0) {
  const labels = breakLines(label, width - x - right, labelCharacter)
  const notes = note === undefined ? [] : breakLines(note, width - x - right, noteCharacter)
  const lines = [...labels.map((line) => ({ line, isLabel: true })), ...notes.map((line) => ({ line, isLabel: false }))]
  let y = top
  const node = lines.map(({ line, isLabel }, i) => {
    y += isLabel ? labelHeight : noteHeight
    return <Line key={i} line={line} x={x} y={y - 4} isLabel={isLabel} />
  })
  return { node, height: y - top }
}

function Line({ line, x, y, isLabel }: { line: readonly Word[]; x: number; y: number; isLabel: boolean }) {
  return (
    <text className={isLabel ? 'drawing-label' : 'drawing-note'} x={x} y={y}>
      {line.map(({ text, isEnglish }, i) => (
        <tspan key={i} className={isEnglish ? 'drawing-term' : undefined} lang={isEnglish ? 'en' : undefined}>
          {i === 0 ? text : ` ${text}`}
        </tspan>
      ))}
    </text>
  )
}

function drawQuestion(question: string, top: number) {
  const { node, height } = drawTexts({ label: question }, 12, top + 8, 12)
  return {
    node: (
      <>
        <rect className="drawing-box" data-filled="" x={0} y={top} width={width} height={height + 16} rx={8} />
        {node}
      </>
    ),
    height: height + 16,
  }
}

function drawStep(item: Item, number: number, isLast: boolean, top: number) {
  const { node, height } = drawTexts(item, 44, top + 8, 10)
  const bottom = top + height + 16
  return {
    node: (
      <>
        <rect className="drawing-box" x={0} y={top} width={width} height={height + 16} rx={8} />
        <circle className="drawing-fill" cx={22} cy={top + 8 + labelHeight / 2} r={12} />
        <text className="drawing-number" x={22} y={top + 8 + labelHeight / 2 + 5}>
          {number}
        </text>
        {node}
        {!isLast && <path className="drawing-line" d={`M22 ${bottom}v12m-4 -5l4 5l4 -5`} />}
      </>
    ),
    height: height + 16 + (isLast ? 0 : 16),
  }
}

/** An item on a vertical line: a case of the question at the top of the drawing, or a moment in time. */
function drawPoint(item: Item, isCase: boolean, isLast: boolean, top: number) {
  const gap = isCase ? 12 : 2
  const { node, height } = drawTexts(item, 34, top + gap)
  const middle = top + gap + labelHeight / 2
  return {
    node: (
      <>
        {isCase ? (
          <path className="drawing-line" d={`M12 ${top}V${middle}H26m-5 -4l5 4l-5 4`} />
        ) : (
          <circle className="drawing-fill" cx={12} cy={middle} r={6} />
        )}
        {!isLast && <path className="drawing-line" d={`M12 ${middle}V${top + gap + height + (isCase ? 2 : 12)}`} />}
        {node}
      </>
    ),
    height: gap + height + (isCase ? 2 : 10),
  }
}

function drawBar({ label, note, value = 0 }: Item, unit: string, max: number, top: number) {
  const { node, height } = drawTexts({ label, note }, 0, top)
  const length = (value / max) * (width - 64)
  return {
    node: (
      <>
        {node}
        <rect className="drawing-fill" x={0} y={top + height + 4} width={length} height={14} rx={3} />
        <text className="drawing-label" x={length + 8} y={top + height + 16}>
          {`${value}\u00a0${unit}`}
        </text>
      </>
    ),
    height: height + 30,
  }
}
