/** For administrators: what a correction would change, before it is applied. */
import type { RescorePreviewData } from '#server/rescoring/index.ts'
import { RescoreFigures } from '#web/rescoring/rescore-figures.tsx'
import { rescoring as words } from '#text/rescoring.ts'

export function RescorePreview({ preview }: { preview: RescorePreviewData }) {
  const { attempts, members, changedMembers, cards, progress, kept } = preview
  const isUnchanged = changedMembers === 0
  return (
    <section className="flow" aria-labelledby="rescore-preview">
      <h3 id="rescore-preview">{words.previewTitle}</h3>
      <p>
        {attempts === 0
          ? words.none
          : isUnchanged
            ? words.nothingChanges(attempts, members)
            : words.summary(attempts, members, changedMembers)}
      </p>
      <RescoreFigures
        effect={preview}
        more={[
          [words.cards, cards],
          [words.progress, progress],
        ]}
      />
      {kept.length > 0 && (
        <>
          <h4>{words.keptTitle}</h4>
          <ul>
            {kept.map((one) => (
              <li key={one.version}>{words.kept(one)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
