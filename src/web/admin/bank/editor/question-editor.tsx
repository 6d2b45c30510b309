/** 'Add New Question' and 'Edit Question': a form in a dialog that asks before it discards changes. Source: spec §2 and §4. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { BankItem } from '#exam/bank-file/index.ts'
import type { Objective } from '#exam/outline.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import type { CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { emptyForm, printForm, readForm, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx'
import { listDifferences } from '#web/admin/bank/editor/field-values.tsx'
import { listConcerns, PublishDialog, Quality } from '#web/admin/bank/editor/quality.tsx'
import { QuestionFields, type CaseStudyChoice } from '#web/admin/bank/editor/question-fields.tsx'
import { QuestionHistory } from '#web/admin/bank/editor/question-history.tsx'
import { sentenceAbout, useQuestion, type EditedQuestion, type SavedQuestion } from '#web/admin/bank/editor/use-question.ts'
import type { QuestionQuality } from '#web/admin/bank/api/question-quality.ts'
import { useApiResource } from '#web/admin/use-api-load.ts'
import { QuestionWarnings } from '#web/admin/bank/editor/question-warnings.tsx'
import { PreviewDialog, ShownQuestion } from '#web/admin/bank/question-preview.tsx'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  /** `undefined` to add a question to the exam. */
  questionId: string | undefined
  examId: string
  /** The objective of a new question. */
  objective?: Objective | undefined
  certifications: readonly CertificationChoice[]
  caseStudies: readonly CaseStudyChoice[]
  startsWithHistory: boolean
  onClose: () => void
  /** Called after a save. `words` reports the save and its warnings. */
  onSaved: (words: string) => void
}

type OpenDialog = 'leave' | 'preview' | 'history' | 'publish' | undefined

export default function QuestionEditor({ questionId, examId, objective, certifications, caseStudies, ...props }: Props) {
  const { startsWithHistory, onClose, onSaved } = props
  const question = useQuestion(questionId, examId, objective)
  const { form, base, isUnsaved, isSaving, trouble } = question
  const certification = certifications.find(({ id }) => id === form.examId)
  const formId = useId()
  const body = useRef<HTMLFormElement>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(startsWithHistory ? 'history' : undefined)
  const [message, setMessage] = useState<string>()
  const [announcement, announce] = useState('')

  const { stored } = base ?? {}
  const quality = useApiResource<QuestionQuality>(stored && `/api/questions/${encodeURIComponent(stored.id)}/quality`, stored?.version)
  const isPublishing = form.state === 'published' && base?.stored?.state === 'draft'
  const concerns = isPublishing && quality.result?.ok ? listConcerns(quality.result.value) : []

  const keepFocus = useFocusBack(body, isSaving)

  const leave = () => {
    if (isUnsaved) setOpenDialog('leave')
    else onClose()
  }

  const save = async (over?: Parameters<EditedQuestion['save']>[0]) => {
    setMessage(undefined)
    keepFocus()
    const saved = await question.save(over)
    if (saved && saved !== 'unchanged') onSaved(savedMessage(saved))
    if (saved) onClose()
    else body.current?.scrollTo({ top: 0 })
  }
  const restored = (saved: SavedQuestion, from: number) => {
    question.setTrouble(undefined)
    question.take(saved.question)
    setOpenDialog(undefined)
    setMessage(questionEditor.restored(from, saved.question.version))
    onSaved(savedMessage(saved))
  }

  return (
    <>
      <Dialog
        title={base?.stored || (!base && questionId) ? questionEditor.editTitle : questionEditor.addTitle}
        kind="wide"
        isOpen
        isBusy={isSaving}
        onClose={onClose}
        onAsk={leave}
        foot={
          <>
            {base?.stored && (
              <button className="button" data-kind="quiet" type="button" disabled={isSaving} onClick={() => setOpenDialog('history')}>
                {questionEditor.history}
              </button>
            )}
            <button className="button" type="button" disabled={isSaving} onClick={leave}>
              {questionEditor.cancel}
            </button>
            {base && (
              <>
                <button className="button" type="button" disabled={isSaving} onClick={() => setOpenDialog('preview')}>
                  {questionEditor.preview}
                </button>
                <BusyButton
                  kind="primary"
                  label={questionEditor.save}
                  busy={questionEditor.saving}
                  isBusy={isSaving}
                  type="submit"
                  form={formId}
                />
              </>
            )}
          </>
        }
      >
        <form
          ref={body}
          id={formId}
          className="body flow editor-form"
          noValidate
          // Text typed during a save would be lost.
          inert={isSaving}
          onSubmit={(event) => {
            event.preventDefault()
            if (isSaving) return
            if (concerns.length > 0) setOpenDialog('publish')
            else void save()
          }}
        >
          {message && <Notice verdict="right">{message}</Notice>}
          <TroubleNotice question={question} root={body} />
          {base ? (
            <>
              <p className="small">{questionEditor.exam(form.examId)}</p>
              {base.stored && <Quality stored={base.stored} quality={quality} />}
              <QuestionFields
                form={form}
                certification={certification}
                caseStudies={caseStudies}
                concerns={concerns}
                problemOf={(field) => sentenceAbout(trouble, form, field)}
                onMove={question.move}
                onAnnounce={announce}
              />
              <QuestionWarnings form={form} certification={certification} />
            </>
          ) : (
            <LoadingQuestion question={question} />
          )}
          <p className="visually-hidden" role="status">
            {announcement}
          </p>
        </form>
      </Dialog>
      {openDialog === 'leave' && (
        <ConfirmDialog
          title={questionEditor.leaveTitle}
          confirmLabel={questionEditor.discard}
          cancelLabel={questionEditor.keepEditing}
          onConfirm={onClose}
          onClose={() => setOpenDialog(undefined)}
        >
          <p>{questionEditor.leave}</p>
        </ConfirmDialog>
      )}
      {openDialog === 'publish' && (
        <PublishDialog
          concerns={concerns}
          onPublish={() => {
            setOpenDialog(undefined)
            void save()
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'preview' && <Preview form={form} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'history' && base?.stored && (
        <QuestionHistory questionId={base.stored.id} isUnsaved={isUnsaved} onRestored={restored} onClose={() => setOpenDialog(undefined)} />
      )}
      {trouble?.type === 'conflict' && (
        <ConflictDialog
          kind="wide"
          lede={questionEditor.conflict(trouble.current.updated_by ?? questionEditor.anotherUser)}
          differences={listDifferences(printForm(readForm(trouble.current)), printForm(form))}
          onTake={() => {
            question.take(trouble.current)
            question.setTrouble(undefined)
          }}
          onKeep={() => void save(trouble.current)}
          onClose={() => question.setTrouble(undefined)}
        />
      )}
      <LeaveWarning isUnsaved={isUnsaved} />
    </>
  )
}

/** An inert form loses the focus. The returned function remembers the focused element, which gets the focus back afterward. */
function useFocusBack(form: React.RefObject<HTMLElement | null>, isInert: boolean): () => void {
  const held = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isInert) return
    held.current?.focus()
    held.current = null
  }, [isInert])
  return () => {
    const focused = document.activeElement
    held.current = focused instanceof HTMLElement && form.current?.contains(focused) ? focused : null
  }
}

function savedMessage({ warnings }: SavedQuestion): string {
  if (warnings.length === 0) return questionEditor.saved
  return [questionEditor.savedWith, ...warnings.map(({ field, reason }) => questionEditor.sentence(field, reason))].join(' ')
}

function LoadingQuestion({ question: { trouble, open } }: { question: EditedQuestion }) {
  if (!trouble) {
    return (
      <p className="row delayed" role="status">
        <span className="spinner" /> {questionEditor.opening}
      </p>
    )
  }
  return (
    <p>
      <button className="button" type="button" onClick={open}>
        {questionEditor.tryAgain}
      </button>
    </p>
  )
}

/** Why loading or saving failed, with a link to each field that has an error. */
function TroubleNotice({ question: { trouble }, root }: { question: EditedQuestion; root: React.RefObject<HTMLElement | null> }) {
  if (!trouble || trouble.type === 'conflict') return null
  if (trouble.type === 'failure') return <Notice verdict="wrong">{trouble.message}</Notice>
  const fields = [...new Set(trouble.sentences.map(({ field }) => field))]
  const focus = (field: string) => {
    const element = root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
    element?.scrollIntoView({ block: 'nearest' })
    const control =
      element?.querySelector<HTMLElement>('input, select, [contenteditable]') ?? element?.querySelector<HTMLElement>('summary')
    control?.focus()
  }
  const otherSentences = trouble.sentences.filter(({ field }) => !fieldsWithPlace.has(field)).map(({ sentence }) => sentence)
  return (
    <Notice verdict="wrong">
      {questionEditor.notSaved(fields.length)}{' '}
      {fields.map((field, i) => (
        <span key={field}>
          {i > 0 && ', '}
          {fieldsWithPlace.has(field) ? (
            <button className="link" type="button" onClick={() => focus(field)}>
              {questionEditor.fieldLabel(field)}
            </button>
          ) : (
            questionEditor.fieldLabel(field)
          )}
        </span>
      ))}
      {'. '}
      {otherSentences.join(' ')}
    </Notice>
  )
}

/** Fields that show their own error: all but the exam. */
const fieldsWithPlace = new Set(Object.keys(printForm(emptyForm(''))).filter((field) => field !== 'exam_id'))

function Preview({ form, onClose }: { form: QuestionForm; onClose: () => void }) {
  const item: BankItem = { ...printForm(form), id: '', created_at: '', grounding: null, sequence: null }
  return (
    <PreviewDialog onClose={onClose}>
      <ShownQuestion item={item} />
    </PreviewDialog>
  )
}
