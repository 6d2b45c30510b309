/** `/profile/shared/:attemptId`: shares a finished attempt, or shows the address of a shared one. */
import { Form, Link, data, redirect } from 'react-router'
import { originContext, servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { AddressToCopy } from '#web/sharing/address-to-copy.tsx'
import { ResultSummary } from '#web/sharing/result-summary.tsx'
import { readSharedResult } from '#web/sharing/read-shared-result.ts'
import { StopSharingButton } from '#web/sharing/stop-sharing-button.tsx'
import { problemText, sentenceOf } from '#text/accounts.ts'
import { sharing } from '#text/sharing.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/share-result.ts'
import {
  findSharedAttempt,
  findShareableResult,
  parseSharedName,
  shareResult,
  sharedNameLengthMax,
  type NameProblem,
  type SharingRefusal,
} from '#server/sharing/index.ts'
import { findViewer, getViewer } from '#web/accounts/index.server.ts'
import { readFields, type UnreadableFormProblem } from '#web/accounts/index.ts'
import { language } from '#text/language.ts'
import { addressIn } from '#exam/languages.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { id } = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const shared = await findSharedAttempt(db, id, params.attemptId)
  const read = shared ? { ok: true as const, result: shared } : await findShareableResult(db, id, params.attemptId)
  if (!read.ok) {
    // Missing attempts and attempts of other members get the same response.
    if (read.refusal === 'ATTEMPT_MISSING') throw data(null, { status: 404 })
    return { refusal: read.refusal, shown: undefined }
  }
  return {
    refusal: undefined,
    shown: await readSharedResult(db, read.result),
    page: shared && {
      token: shared.token,
      name: shared.name,
      address: context.get(originContext) + addressIn(language.code, `/results/${shared.token}`),
    },
    nameLengthMax: sharedNameLengthMax,
    done: url.searchParams.get('done'),
  }
}

type Refused = { name: string; problem: NameProblem | SharingRefusal | UnreadableFormProblem }

const statuses: Partial<Record<Refused['problem'], number>> = { TOO_MANY_A_DAY: 429, TOO_MANY_SHARED: 409, ATTEMPT_UNFINISHED: 409 }

export async function action({ request, context, params: { attemptId } }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['name'])
  const viewer = await findViewer(context)
  if (!viewer) return redirect('/login?notice=session-over')
  const refused = (problem: Refused['problem']) => data<Refused>({ name: values.name, problem }, { status: statuses[problem] ?? 400 })
  if (problem) return refused(problem === 'FIELD_TOO_LONG' ? 'NAME_LONG' : problem)
  const read = parseSharedName(values.name)
  if (!read.ok) return refused(read.problem)
  const { db } = context.get(servicesContext)
  const isNew = !(await findSharedAttempt(db, viewer.id, attemptId))
  const shared = await shareResult(db, { userId: viewer.id, attemptId, name: read.name }, new Date())
  if (shared.ok) return redirect(`/profile/shared/${attemptId}?done=${isNew ? 'shared' : 'name-saved'}`)
  if (shared.refusal === 'ATTEMPT_MISSING') throw data(null, { status: 404 })
  return refused(shared.refusal)
}

export default function ShareResult({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.shown) {
    return (
      <SitePage>
        <NoindexTitle>{`${sharing.shareTitle}, Praxam`}</NoindexTitle>
        <Message title={sharing.shareTitle} actions={<Link to="/profile">{sharing.toProfile}</Link>}>
          {sharing.problems[loaderData.refusal]}
        </Message>
      </SitePage>
    )
  }
  const { shown, page, nameLengthMax } = loaderData
  const title = page ? sharing.sharedTitle : sharing.shareTitle
  const done = actionData ? undefined : sentenceOf(sharing.done, loaderData.done)
  const problem = actionData && (sentenceOf(sharing.problems, actionData.problem) ?? problemText(actionData.problem))
  const isNameProblem = actionData?.problem.startsWith('NAME_')
  return (
    <SitePage>
      <NoindexTitle>{`${title}, Praxam`}</NoindexTitle>
      <h1>{title}</h1>
      <div className="share-form flow">
        {problem && !isNameProblem && <Notice verdict="wrong">{problem}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        <p>{page ? sharing.sharedLede : sharing.shareLede}</p>
        {page && <AddressToCopy address={page.address} />}
        <Form className="flow" method="post" noValidate>
          <Field
            name="name"
            label={sharing.name}
            hint={sharing.nameHint}
            autoComplete="off"
            lengthMax={nameLengthMax}
            value={actionData?.name ?? page?.name}
            problem={isNameProblem ? problem : undefined}
          />
          <SubmitButton
            label={page ? sharing.saveName : sharing.share}
            busy={page ? sharing.saving : sharing.sharing}
            {...(!page && { kind: 'primary' })}
          />
        </Form>
        {page && <StopSharingButton token={page.token} />}
        <p>
          <Link className="link-alone" to="/profile/shared">
            {sharing.toList}
          </Link>
        </p>
      </div>
      <section className="apart" aria-labelledby="seen">
        <h2 id="seen">{sharing.seen}</h2>
        <ResultSummary shown={shown} name={page?.name ?? ''} level={3} />
      </section>
    </SitePage>
  )
}
