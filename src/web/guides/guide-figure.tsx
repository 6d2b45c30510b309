/** A part of a guide: HTML, the facts of a certification, its outline drawn to scale, or a drawing. */
import { familyMark } from '#exam/certification.ts'
import { areaName, guide as words, printFact, state, weight } from '#web/text/fr/guides.ts'
import { FactList, type Fact } from '#web/ui/figures/fact-list.tsx'
import { Outline } from '#web/ui/figures/outline.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import type { Drawing } from '#server/guides/index.ts'
import { GuideDrawing } from '#web/guides/guide-drawing.tsx'

export type Figure =
  | { kind: 'html'; html: string }
  | { kind: 'facts' | 'outline'; entry: CatalogEntry }
  | { kind: 'drawing'; drawing: Drawing }

export function GuideFigure({ figure }: { figure: Figure }) {
  switch (figure.kind) {
    case 'html':
      return <RichText isEnglish={false} className="reading" html={figure.html} />
    case 'facts':
      return <Facts entry={figure.entry} />
    case 'drawing':
      return <GuideDrawing drawing={figure.drawing} />
    case 'outline':
      return <OutlineWithAreas entry={figure.entry} />
  }
}

function Facts({ entry }: { entry: CatalogEntry }) {
  const names = Object.keys(words.facts) as (keyof typeof words.facts)[]
  const facts = names.map((name): Fact => {
    const text = printFact(entry, entry.bankSize, name)
    return [words.facts[name], text && name === 'status' ? state(entry) : text]
  })
  return (
    <figure className="flow" data-family={familyMark(entry.family)}>
      <FactList facts={facts} />
      <figcaption className="small">
        {words.factsLabel(entry.id.toUpperCase())}. {words.factsChecked(entry)}
      </figcaption>
    </figure>
  )
}

function OutlineWithAreas({ entry }: { entry: CatalogEntry }) {
  return (
    <figure className="flow" data-family={familyMark(entry.family)}>
      <Outline
        areas={entry.skillAreas.map(({ weightMin, weightMax }) => ({ weightMin, weightMax }))}
        label={words.outlineLabel(entry.id.toUpperCase())}
      />
      <ol className="areas" role="list">
        {entry.skillAreas.map((area, i) => {
          const name = areaName(area)
          return (
            <li key={area.name}>
              <b>{i + 1}</b>
              <span lang={name === undefined ? 'en' : undefined}>{name ?? area.name}</span>
              <span className="figure">{weight(entry, area)}</span>
            </li>
          )
        })}
      </ol>
      <figcaption className="small">{words.outlineNote(entry)}</figcaption>
    </figure>
  )
}
