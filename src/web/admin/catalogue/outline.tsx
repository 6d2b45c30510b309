/** `/admin/certifications/:certificationId/outline`: which objectives have questions, and applying a new outline. */
import { data, Link } from 'react-router'
import type { SkillArea } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { Message } from '#web/ui/message.tsx'
import { OutlineApplication } from './outline-application.tsx'
import { OutlineCoverageList } from './outline-coverage.tsx'
import type { Route } from './+types/outline.ts'
import '#web/styles/outline-admin.css'
import { readCoverage } from '#server/bank/index.ts'
import { findCertification, findOutlineChange, listOutlines } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params: { certificationId: id } }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const certification = await findCertification(db, id)
  if (!certification) return data({ found: undefined }, { status: 404 })
  const outline = (await listOutlines(db, [id])).get(id)
  const { name, skillAreas } = certification
  return data({
    found: {
      id,
      name,
      outline: outline && { version: outline.version, effectiveOn: outline.effectiveOn, size: outline.objectives.length },
      savedAt: await findOutlineChange(db, id),
      text: outline && printOutline(outline, skillAreas),
      coverage: await readCoverage(db, id, outline?.objectives ?? []),
    },
  })
}

/** The current outline as a file to start from. Sets the order of the fields, because the database does not keep it. */
function printOutline(
  { certificationId, version, effectiveOn, source, objectives }: ExamOutline,
  skillAreas: readonly SkillArea[],
): string {
  const file = {
    certificationId,
    version,
    effectiveOn,
    source,
    skillAreas,
    objectives: objectives.map(({ id, skillArea, skill, text }) => ({ id, skillArea, skill, text })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export function meta({ params: { certificationId } }: Route.MetaArgs) {
  return [{ title: `${outlineAdmin.title(certificationId)}, Praxam administration` }]
}

export default function OutlinePage({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) {
    const back = (
      <Link className="link-alone" to="/admin/certifications">
        {catalogueAdmin.backToCertifications}
      </Link>
    )
    return (
      <Message title={catalogueAdmin.certifications} actions={back}>
        {outlineAdmin.missing}
      </Message>
    )
  }
  const { id, name, outline, savedAt, text, coverage } = found
  return (
    <>
      <p>
        <Link className="link-alone" to={`/admin/certifications/${encodeURIComponent(id)}`}>
          {outlineAdmin.back(name)}
        </Link>
      </p>
      <div className="title">
        <h1>{outlineAdmin.title(id)}</h1>
      </div>
      <p className="soft measure">
        {outline
          ? `${outlineAdmin.about(outline.version, outline.effectiveOn, outline.size)} ${savedAt ? outlineAdmin.owned(savedAt) : outlineAdmin.fromFiles}`
          : outlineAdmin.none}
      </p>
      <OutlineApplication key={id} certificationId={id} currentText={text} />
      <OutlineCoverageList certificationId={id} coverage={coverage} />
    </>
  )
}
