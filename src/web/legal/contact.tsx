/** How to report a question, a wrong fact or a fault. A question's own link brings its number along. */
import { useSearchParams } from 'react-router'
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { en } from '#web/text/en/en.ts'
import { useTexts } from '#web/text/texts.ts'
import type { Route } from './+types/contact.ts'

export function meta({ matches }: Route.MetaArgs) {
  return legalMeta(en.legal.contact, '/contact', matches)
}

export default function Contact() {
  const { legal } = useTexts()
  const [parameters] = useSearchParams()
  const question = parameters.get('question')
  return (
    <LegalPage which="contact">
      {question && /^[\da-f-]{36}$/.test(question) && (
        <p>
          {legal.questionNumber} <code>{question}</code>
        </p>
      )}
    </LegalPage>
  )
}
