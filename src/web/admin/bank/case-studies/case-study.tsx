/** `/admin/case-studies/:caseStudyId`: one case study to edit or delete. `/admin/case-studies/new` adds one. */
import { data } from 'react-router'
import { RecordPage, isOtherPage, recordStatus } from '#web/admin/record-page.tsx'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { CaseStudyForm } from './case-study-form.tsx'
import type { Route } from './+types/case-study.ts'
import { findStoredCaseStudy } from '#server/bank/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params: { caseStudyId: id } }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const stored = await findStoredCaseStudy(context.get(servicesContext).db, id)
  return data({ stored }, { status: recordStatus(id, stored) })
}

export const shouldRevalidate = isOtherPage

const texts = {
  site: 'Praxam',
  list: catalogueAdmin.caseStudies,
  back: catalogueAdmin.backToCaseStudies,
  add: catalogueAdmin.newCaseStudy,
  missing: catalogueAdmin.missingCaseStudy,
  delete: catalogueAdmin.deleteCaseStudy,
}

export default function CaseStudyPage({ loaderData: { stored } }: Route.ComponentProps) {
  return (
    <RecordPage collection="case-studies" texts={texts} stored={stored} titleOf={({ title }) => title}>
      {(props) => <CaseStudyForm {...props} />}
    </RecordPage>
  )
}
