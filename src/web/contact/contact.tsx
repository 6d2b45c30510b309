/**
 * `/contact?question=&done=`: the form that sends a message to the site operator, and how to report a question, a wrong fact, or an error. A
 * link from a question includes its id.
 */
import { Form, Link, data, redirect } from 'react-router'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { logContext, originContext, referenceContext, servicesContext } from '#web/context.ts'
import { isTemporary } from '#web/http/log-errors.ts'
import { sentenceOf } from '#text/accounts.ts'
import { contact, type FormProblem } from '#text/contact.ts'
import { legal } from '#text/legal.ts'
import { site } from '#text/site.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { useFocusOnProblem } from '#web/ui/forms/use-focus-on-problem.ts'
import type { Route } from './+types/contact.ts'
import { receiveMessage, mayContact, parseContactMessage, textLengths, type ContactProblems } from '#server/contact/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import { emailProblem } from '#web/accounts/index.ts'
import { LegalPage, legalMeta } from '#web/legal/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  const question = url.searchParams.get('question') ?? ''
  return { text: legal.contact, question: isUuid(question) ? question : '', done: url.searchParams.get('done'), lengths: textLengths }
}

/** `followUp` is a honeypot: users cannot see it, and autofill does not know the name, so only bots fill it in. */
const fields = ['address', 'text', 'question', 'followUp'] as const
type Values = Record<(typeof fields)[number], string>
type Refused = { values: Values; problems: ContactProblems; problem?: FormProblem; reference?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readValues(request)
  if (!values) return data<Refused>({ values: blank, problems: {}, problem: 'FORM_UNREADABLE' }, { status: 400 })
  const refused = (problem: FormProblem, status: number, reference?: string) =>
    data<Refused>({ values, problems: {}, problem, ...(reference && { reference }) }, { status })
  const read = parseContactMessage(values)
  if (!read.ok) return data<Refused>({ values, problems: read.problems }, { status: 400 })
  if (values.followUp !== '') return redirect('/contact?done=sent')
  try {
    const { db, jobs, contactAddress } = context.get(servicesContext)
    if (!(await mayContact(db, request.headers.get(clientAddressHeader) ?? '', new Date()))) return refused('TOO_MANY', 429)
    const services = { db, jobs, contactAddress, log: context.get(logContext), origin: context.get(originContext) }
    const done = await receiveMessage(services, read.message, (await findViewer(context))?.id, new Date())
    return redirect(`/contact?done=${done}`)
  } catch (error) {
    // An error page would lose the text.
    if (isTemporary(error, context)) return refused('NOT_KEPT', 503)
    context.get(logContext).error({ error }, 'A message from the contact form could not be stored')
    return refused('NOT_KEPT', 500, context.get(referenceContext))
  }
}

const blank: Values = { address: '', text: '', question: '', followUp: '' }

/** The fields of the form. A missing field is blank. `undefined` for a body that this form does not send. */
async function readValues(request: Request): Promise<Values | undefined> {
  const form = await request.formData().catch(() => undefined)
  const entries = fields.map((name) => [name, form?.getAll(name) ?? []] as const)
  const isComplete = form && entries.every(([, values]) => values.length <= 1 && values.every((value) => typeof value === 'string'))
  if (!isComplete) return undefined
  const values = Object.fromEntries(entries.map(([name, [value = '']]) => [name, value])) as Values
  return { ...values, question: isUuid(values.question) ? values.question : '' }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return legalMeta(loaderData?.text, '/contact', matches)
}

export default function Contact({ loaderData: { text, question, done, lengths }, actionData }: Route.ComponentProps) {
  const sentence = actionData ? undefined : sentenceOf(contact.done, done)
  return (
    <LegalPage text={text}>
      {sentence ? (
        <div className="flow">
          <Notice verdict="right">{sentence}</Notice>
          <p>
            <Link className="link-alone" to="/contact">
              {contact.another}
            </Link>
          </p>
        </div>
      ) : (
        <ContactForm question={actionData ? actionData.values.question : question} lengths={lengths} refused={actionData} />
      )}
    </LegalPage>
  )
}

type FormProps = { question: string; lengths: typeof textLengths; refused: Refused | undefined }

function ContactForm({ question, lengths, refused }: FormProps) {
  const form = useFocusOnProblem(refused)
  const { values = blank, problems = {}, problem, reference } = refused ?? {}
  return (
    <Form className="flow contact-form" method="post" action="/contact" encType="multipart/form-data" noValidate ref={form}>
      {problem && (
        <Notice verdict="wrong">
          {contact.problems[problem]} {reference && site.includeReference(reference)}
        </Notice>
      )}
      {question && (
        <p>
          {contact.questionNumber} <code>{question}</code>
        </p>
      )}
      <Field
        name="address"
        label={contact.address}
        type="email"
        autoComplete="email"
        hint={contact.addressHint}
        value={values.address}
        problem={problems.address && contact.problems[problems.address]}
        check={(address) => (emailProblem(address) ? contact.problems.ADDRESS_INVALID : undefined)}
      />
      <Field
        name="text"
        label={contact.text}
        lines={8}
        autoComplete="off"
        hint={contact.textHint(lengths.min, lengths.max)}
        value={values.text}
        problem={problems.text && contact.problems[problems.text]}
        check={(text) => lengthProblem(text, lengths)}
      />
      <input type="hidden" name="question" value={question} />
      <label className="visually-hidden" aria-hidden="true">
        {contact.trap}
        <input name="followUp" defaultValue={values.followUp} tabIndex={-1} autoComplete="off" />
      </label>
      <SubmitButton label={contact.send} busy={contact.sending} kind="primary" size="large" />
    </Form>
  )
}

/** The same rule as on the server, for the check when the user leaves the field. */
function lengthProblem(text: string, { min, max }: FormProps['lengths']): string | undefined {
  const { length } = text.trim()
  if (length < min) return contact.problems.TEXT_SHORT
  return length > max ? contact.problems.TEXT_LONG : undefined
}
