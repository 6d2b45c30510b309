/** 'Ask AI for Help': beside the question on wide screens, a sheet over it on narrow ones. */
import { useSyncExternalStore } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import { listParts, listSteps } from '#exam/help/help-parts.ts'
import { hideAnswerKey } from '#exam/help/help-request.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { isBusy } from '#web/practice/help/conversation.ts'
import { createConversations, type HelpContext } from '#web/practice/help/conversations.ts'
import { HelpForm } from '#web/practice/help/help-form.tsx'
import { HelpLog } from '#web/practice/help/help-log.tsx'
import { pageProvider } from '#web/practice/help/page-provider.ts'
import { useTutorStatus } from '#web/practice/help/tutor-status.ts'
import { help } from '#text/help.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

const conversations = createConversations(pageProvider)

type Props = {
  question: Question
  caseStudy: CaseStudy | undefined
  attempt: Attempt
  isOpen: boolean
  onClose: () => void
}

export function HelpPanel({ question, caseStudy, attempt, isOpen, onClose }: Props) {
  // The letters on screen belong to one attempt, so its conversations do too.
  const key = `${attempt.startedAt} ${question.id}`
  const conversation = useSyncExternalStore(conversations.subscribe, () => conversations.read(key))
  const isRevealed = attempt.revealed.includes(question.id)
  const answer = attempt.answers[question.id] ?? []
  const isShown = attempt.shown.includes(question.id)
  const tutor = useTutorStatus(isBusy(conversation))
  const steps = listSteps(question, { answer, seed: attempt.seed, isShown })
  const shared = { caseStudy, answer, steps, attempt, version: question.source?.version }
  const context: HelpContext = isRevealed
    ? { ...shared, isRevealed, question }
    : { ...shared, isRevealed, question: hideAnswerKey(question) }

  return (
    <SidePanel
      title={help.title(attempt.current + 1)}
      label={tutor ? help.labels.model : help.labels.builtIn}
      line={
        <>
          <Icon name={isRevealed ? 'help' : 'lock'} /> {isRevealed ? help.revealed : tutor ? help.sealedModel : help.sealed}
        </>
      }
      closeLabel={help.close}
      isOpen={isOpen}
      onClose={onClose}
    >
      <HelpLog
        key={key}
        question={question}
        certificationId={attempt.certificationId}
        exchanges={conversation.exchanges}
        onStop={() => conversations.stop(key)}
        onRetry={() => conversations.retry(key, context)}
      />
      <HelpForm
        conversation={conversation}
        chosen={question.type.endsWith('choice') ? answer : []}
        parts={listParts(question, steps).filter(({ kind, label }) => kind !== 'prompt' && label !== '')}
        isRevealed={isRevealed}
        notice={tutor ? help.notice.model(tutor.name, tutor.daily.left, tutor.daily.max) : help.notice.builtIn}
        onEdit={(draft) => conversations.edit(key, draft)}
        onAsk={(message, action) => conversations.ask(key, message, context, action)}
      />
    </SidePanel>
  )
}
