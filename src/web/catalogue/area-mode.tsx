/** Practice of one skill area on a certification page: which area, how many questions, and the start button. */
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { matchesFilter } from '#exam/planning/custom-set.ts'
import { attemptPath, countDrawn } from '#exam/question-set.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { LengthTabs, usePracticeLength } from '#web/catalogue/length-tabs.tsx'
import type { PracticeHistory } from '#web/review/index.ts'
import { catalogue } from '#text/catalogue.ts'
import { practicePanel } from '#text/practice-panel.ts'
import { AreaName } from '#web/ui/areas/area-name.tsx'

type Props = { entry: CatalogEntry; history: PracticeHistory | undefined }

/** A form, so that it works before the scripts have loaded. */
export function AreaMode({ entry: { id, skillAreas, areaSizes }, history }: Props) {
  const areas = skillAreas.flatMap(({ name }, i) => (areaSizes[i] ? [{ name, number: i + 1, size: areaSizes[i] }] : []))
  const [chosen, setChosen] = useState(areas[0]?.number)
  const size = areas.find(({ number }) => number === chosen)?.size ?? 0
  const choice = usePracticeLength(size)
  const countUnseen = (area: string) =>
    history?.questions.filter((one) => one.skillArea === area && matchesFilter('unseen', history.knowledge, one.id)).length
  return (
    <Form action={`/exam/${id}`} className="flow">
      <p className="soft">{practicePanel.areaText}</p>
      <fieldset className="practice-areas">
        <legend>{practicePanel.areas}</legend>
        {areas.map(({ name, number, size: all }) => (
          <label key={name}>
            <input type="radio" name="area" value={number} checked={number === chosen} onChange={() => setChosen(number)} />
            <span>
              <AreaName name={name} />{' '}
              <small>{history?.questions.length ? practicePanel.unseenOf(countUnseen(name) ?? 0, all) : catalogue.questions(all)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <LengthTabs {...choice} size={size} />
      <p>
        <button className="button" data-kind="primary" data-size="large" type="submit" disabled={size === 0}>
          {practicePanel.start(countDrawn(choice.length, size))}
        </button>
      </p>
      {chosen !== undefined && (
        <p>
          <Link className="link-alone" to={attemptPath(id, `area-${chosen}`)}>
            {practicePanel.areaInOrder(countDrawn('all', size), size)}
          </Link>
        </p>
      )}
    </Form>
  )
}
