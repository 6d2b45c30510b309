/** The outline of a certification to scale, and its skill areas with their objectives. */
import { isApproximate } from '#exam/certification.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { useTexts } from '#web/text/texts.ts'
import { AreaRows } from '#web/ui/area-rows.tsx'
import { Outline } from '#web/ui/outline.tsx'

export function CertificationOutline({ entry }: { entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  const isEstimate = isApproximate(entry, 'outline')
  return (
    <section className="apart" aria-labelledby="outline">
      <h2 id="outline">{catalogue.toScale}</h2>
      <p className="soft">{isEstimate ? `${catalogue.toScaleText} ${catalogue.toScaleApproximate}` : catalogue.toScaleText}</p>
      <div className="outline-alone">
        <Outline areas={entry.skillAreas} label={catalogue.outlineLabel(entry.id.toUpperCase())} />
      </div>
      <AreaRows
        certificationId={entry.id}
        columns={[catalogue.questionCount]}
        rows={entry.skillAreas.map(({ name, weightMin, weightMax, skills }, i) => {
          const weight = catalogue.weightRange(weightMin, weightMax)
          const size = entry.areaSizes[i] ?? 0
          return {
            name,
            details: (
              <ul className="soft">
                {skills.map((skill) => (
                  <li key={skill}>{skill}</li>
                ))}
              </ul>
            ),
            number: i + 1,
            weight: isEstimate ? catalogue.about(weight) : weight,
            figures: [size],
            canPractice: size > 0,
          }
        })}
      />
    </section>
  )
}
