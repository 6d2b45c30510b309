/** The outline of a certification, drawn to scale, and its skill areas with their objectives. */
import { isApproximate } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { catalogue } from '#text/catalogue.ts'
import { certificationPage } from '#text/certification-page.ts'
import { AreaRows } from '#web/ui/figures/area-rows.tsx'
import { Outline } from '#web/ui/figures/outline.tsx'
import { English } from '#web/ui/english.tsx'

/** `sizes` has the number of questions of each objective, by id. */
type CountedOutline = ExamOutline & { readonly sizes: Readonly<Record<string, number>> }

export function CertificationOutline({ entry, outline }: { entry: CatalogEntry; outline: CountedOutline | undefined }) {
  const isEstimate = isApproximate(entry, 'outline')
  return (
    <section className="apart" aria-labelledby="outline">
      <h2 id="outline">{certificationPage.toScale}</h2>
      <p className="soft">
        {isEstimate ? `${certificationPage.toScaleText} ${certificationPage.toScaleApproximate}` : certificationPage.toScaleText}
      </p>
      {outline && (
        <p className="soft">
          {certificationPage.objectivesText(outline.version, outline.effectiveOn)}
          {outline.source.isApproximate && ` ${certificationPage.objectivesApproximate}`}
        </p>
      )}
      <div className="outline-alone">
        <Outline
          areas={entry.skillAreas.map((area) => ({ ...area, detail: catalogue.weightRange(area.weightMin, area.weightMax) }))}
          label={catalogue.outlineLabel(entry.id.toUpperCase())}
        />
      </div>
      <AreaRows
        certificationId={entry.id}
        columns={[certificationPage.questionCount]}
        rows={entry.skillAreas.map(({ name, weightMin, weightMax, skills }, i) => {
          const weight = catalogue.weightRange(weightMin, weightMax)
          const size = entry.areaSizes[i] ?? 0
          return {
            name,
            details: (
              <ul className="soft">
                {skills.map((skill) => (
                  <li key={skill}>
                    <English>{skill}</English>
                    {outline && <Objectives outline={outline} skillArea={name} skill={skill} />}
                  </li>
                ))}
              </ul>
            ),
            number: i + 1,
            weight: isEstimate ? certificationPage.about(weight) : weight,
            figures: [certificationPage.areaSize(size)],
            canPractice: size > 0,
          }
        })}
      />
    </section>
  )
}

function Objectives({ outline: { objectives, sizes }, skillArea, skill }: { outline: CountedOutline; skillArea: string; skill: string }) {
  const own = objectives.filter((objective) => objective.skillArea === skillArea && objective.skill === skill)
  if (own.length === 0) return null
  return (
    <ul className="objectives">
      {own.map(({ id, text }) => (
        <li key={id}>
          <English>{text}</English> <span className="coverage">{certificationPage.coverage(sizes[id] ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}
