/** The email that tells reporters about a decision. */
import { decisionMailFr } from '#server/challenges/decision-mail-fr.ts'
import { addressOf, formatInstant, inCurrentLanguage, onOneLine, write, type MailMessage, type Paragraph } from '#server/mail/messages.ts'

/**
 * `correction`: what a confirmed challenge changed; `null` after a rejection. `unsubscribe`: only for members, who can turn this mail off. A
 * guest's address came with the report and was never verified.
 */
export type DecisionLetter = {
  address: string
  origin: string
  unsubscribe?: string
  certificationId: string
  sentAt: Date
  correction: string | null
  publicReason: string
}

export function decisionMail(letter: DecisionLetter): MailMessage {
  return inCurrentLanguage({ en: decisionMailEn, fr: decisionMailFr })(letter)
}

function decisionMailEn(letter: DecisionLetter): MailMessage {
  const { address, origin, unsubscribe, certificationId, sentAt, correction, publicReason } = letter
  const exam = onOneLine(certificationId).toUpperCase()
  const body: Paragraph[] = [
    `On ${formatInstant(sentAt)}, a problem with a question for ${exam} was reported ${unsubscribe ? 'from your account' : 'with this address'}. We’ve looked into it. Thank you.`,
    outcomeOf(correction),
    { quote: publicReason },
    correction === null && unsubscribe
      ? { label: 'See your reports', url: addressOf(origin, '/profile/reports') }
      : { label: `See what was corrected for ${exam}`, url: addressOf(origin, `/certifications/${certificationId}/changes`) },
    ...(unsubscribe
      ? [
          'If you no longer want these messages, turn them off here. No sign-in needed:',
          { label: 'Turn off email notifications', url: unsubscribe },
        ]
      : ['If you didn’t report anything, someone mistyped their address. You won’t get further messages about this report.']),
  ]
  const why = unsubscribe ? 'because you turned on email notifications' : 'because a report asked for a reply'
  const message = write('report-decided', address, `Your report about ${exam}`, body, why)
  return unsubscribe ? { ...message, unsubscribe } : message
}

function outcomeOf(correction: string | null): string {
  switch (correction) {
    case null:
      return 'We didn’t change the question. Here’s why:'
    case 'answer_key':
      return 'The report was right. We corrected the question and are updating the results it affects. Here’s why:'
    case 'removed':
      return 'The report was right. We removed the question. Here’s why:'
    default:
      return 'The report was right. We corrected the question. Here’s why:'
  }
}
