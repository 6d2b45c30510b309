/** `/profile/shared/:attemptId`: shares a finished attempt, and gives the address of one that is shared. */
import { Form, Link, data, redirect } from 'react-router'
import { originContext, servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { AddressToCopy } from '#web/sharing/address-to-copy.tsx'
import { ResultSummary } from '#web/sharing/result-summary.tsx'
import { readShown } from '#web/sharing/read-shared-result.ts'
import { TakeBackButton } from '#web/sharing/stop-sharing-button.tsx'
import { problemText, sentenceOf } from '#web/text/en/accounts.ts'
import { sharing } from '#web/text/en/sharing.ts'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/share-result.ts'
import { findSharedAttempt, findShareableResult, parseSharedName, shareResult, sharedNameLengthMax } from '#server/sharing/index.ts'
import type { NameProblem, SharingRefusal } from '#server/sharing/index.ts'
import { findViewer, getViewer } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'
import type { UnreadableFormProblem } from '#web/accounts/index.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { id } = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const shared = await findSharedAttempt(db, id, params.attemptId)
  const read = shared ? { ok: true as const, result: shared } : await findShareableResult(db, id, params.attemptId)
  if (!read.ok) {
    // The same for an attempt that there is not and for one of somebody else.
    if (read.refusal === 'ATTEMPT_MISSING') throw data(null, { status: 404 })
    return { refusal: read.refusal, shown: undefined }
  }
  return {
    refusal: undefined,
    shown: await readShown(db, read.result),
    page: shared && { token: shared.token, name: shared.name, address: `${context.get(originContext)}/results/${shared.token}` },
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
  const made = await shareResult(db, { userId: viewer.id, attemptId, name: read.name }, new Date())
  if (made.ok) return redirect(`/profile/shared/${attemptId}?done=${isNew ? 'shared' : 'name-saved'}`)
  if (made.refusal === 'ATTEMPT_MISSING') throw data(null, { status: 404 })
  return refused(made.refusal)
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
  const problem = actionData && (problemOf(actionData.problem) ?? problemText(actionData.problem))
  const isOfName = actionData?.problem.startsWith('NAME_')
  return (
    <SitePage>
      <NoindexTitle>{`${title}, Praxam`}</NoindexTitle>
      <h1>{title}</h1>
      <div className="share-form flow">
        {problem && !isOfName && <Notice verdict="wrong">{problem}</Notice>}
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
            problem={isOfName ? problem : undefined}
          />
          <SubmitButton
            label={page ? sharing.saveName : sharing.share}
            busy={page ? sharing.saving : sharing.sharing}
            {...(!page && { kind: 'primary' })}
          />
        </Form>
        {page && <TakeBackButton token={page.token} />}
        <p>
          <Link to="/profile/shared">{sharing.toList}</Link>
        </p>
      </div>
      <section className="apart" aria-labelledby="seen">
        <h2 id="seen">{sharing.seen}</h2>
        <ResultSummary shown={shown} name={page?.name ?? ''} level={3} />
      </section>
    </SitePage>
  )
}

function problemOf(code: Refused['problem']): string | undefined {
  return sentenceOf(sharing.problems, code)
}
