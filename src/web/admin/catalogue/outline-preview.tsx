/** What a new outline would change: objectives, weights, and questions. */
import type { Objective } from '#exam/outline.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { number } from '#web/text/en/numbers.ts'
import { Table } from '#web/ui/figures/table.tsx'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { QuestionFates } from './question-fates.tsx'
import { RemovedObjectives } from './removed-objectives.tsx'
import type { OutlinePreview } from '#server/bank/index.ts'

type Props = {
  certificationId: string
  preview: OutlinePreview
  heading: React.RefObject<HTMLHeadingElement | null>
  /** Whether the text has changed since the preview. */
  isOutdated: boolean
  isBusy: boolean
  isApplying: boolean
  onContinue: (from: string, to: string) => void
  onApply: () => void
}

const kinds = ['same', 'changed', 'removed', 'added'] as const

export function OutlinePreviewView(props: Props) {
  const { certificationId, preview, heading, isOutdated, isBusy, isApplying, onContinue, onApply } = props
  const { objectives, weights, groups, before, after, isUnchanged } = preview
  return (
    <section className="apart outline-preview" aria-labelledby="outline-preview">
      <h2 id="outline-preview" ref={heading} tabIndex={-1}>
        {outlineAdmin.preview}
      </h2>
      <p className="soft">{`${outlineAdmin.dates(before?.version ?? null, after.version)} ${outlineAdmin.notSaved}`}</p>
      <p role="status">{outlineAdmin.summary(groups.moved.total, groups['re-check'].total, groups.orphaned.total)}</p>
      <dl className="figures">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{outlineAdmin.counts[kind]}</dt>
            <dd>{number(objectives[kind].length)}</dd>
          </div>
        ))}
      </dl>
      {(objectives.removed.length > 0 || objectives.unknown.length > 0) && <RemovedObjectives preview={preview} onContinue={onContinue} />}
      {objectives.changed.length > 0 && <ChangedObjectives changed={objectives.changed} />}
      {objectives.added.length > 0 && (
        <details>
          <summary>{`${outlineAdmin.added} (${number(objectives.added.length)})`}</summary>
          <ul>
            {objectives.added.map((objective) => (
              <li key={objective.id}>
                <ObjectiveLine objective={objective} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {weights.length > 0 && <Weights weights={weights} />}
      <QuestionFates certificationId={certificationId} groups={groups} />
      {(isOutdated || isUnchanged) && (
        <div className="notice" role="status">
          <Icon name="alert" />
          <p>{isOutdated ? outlineAdmin.outdated : outlineAdmin.unchanged}</p>
        </div>
      )}
      <p>
        <BusyButton
          kind="primary"
          label={outlineAdmin.apply}
          busy={outlineAdmin.applying}
          isBusy={isApplying}
          isDisabled={isBusy || isOutdated || isUnchanged}
          onPress={onApply}
        />
      </p>
    </section>
  )
}

export function ObjectiveLine({ objective: { text, skillArea, skill } }: { objective: Objective }) {
  return (
    <>
      {text}
      <span className="small outline-place">{outlineAdmin.placeOf(null, skillArea, skill)}</span>
    </>
  )
}

function ChangedObjectives({ changed }: { changed: OutlinePreview['objectives']['changed'] }) {
  return (
    <section className="flow">
      <h3>{outlineAdmin.changed}</h3>
      <dl className="outline-changes">
        {changed.map(({ before, after }) => (
          <div key={after.id}>
            <dt className="small">{after.id}</dt>
            <dd>
              <p className="small">{outlineAdmin.before}</p>
              <ObjectiveLine objective={before} />
            </dd>
            <dd>
              <p className="small">{outlineAdmin.after}</p>
              <ObjectiveLine objective={after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Weights({ weights }: Pick<OutlinePreview, 'weights'>) {
  const { area, before, after } = outlineAdmin.weightColumns
  const print = (weight: OutlinePreview['weights'][number]['before']) =>
    weight ? catalogue.weightRange(weight.weightMin, weight.weightMax) : outlineAdmin.noWeight
  return (
    <section className="flow">
      <h3>{outlineAdmin.weights}</h3>
      <Table
        rows={weights}
        rowKey={({ name }) => name}
        columns={[
          { title: area, renderCell: ({ name }) => name },
          { title: before, renderCell: (one) => print(one.before), isFigure: true, isLabeled: true },
          { title: after, renderCell: (one) => print(one.after), isFigure: true, isLabeled: true },
        ]}
      />
    </section>
  )
}
