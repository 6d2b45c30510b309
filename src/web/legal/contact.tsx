/** How to report a question, a wrong fact or a fault. A question's own link brings its number along. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { legal } from '#web/text/en/legal.ts'
import { useTexts } from '#web/text/texts.ts'
import type { Route } from './+types/contact.ts'

export function loader({ url }: Route.LoaderArgs) {
  const question = url.searchParams.get('question')
  return { text: legal.contact, question: question && /^[\da-f-]{36}$/.test(question) ? question : null }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return legalMeta(loaderData?.text, '/contact', matches)
}

export default function Contact({ loaderData: { text, question } }: Route.ComponentProps) {
  const { site } = useTexts()
  return (
    <LegalPage text={text}>
      {question && (
        <p>
          {site.questionNumber} <code>{question}</code>
        </p>
      )}
    </LegalPage>
  )
}
