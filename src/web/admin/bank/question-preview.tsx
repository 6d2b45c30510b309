/** A read-only preview of a question, without answer key and explanation. Source: spec §2, question preview. */
import { useState } from 'react'
import type { BankItem } from '#exam/bank-file/index.ts'
import { unsealForScreen } from '#exam/planning/simulation.ts'
import { letterOf, type AnswerInput } from '#exam/question.ts'
import { useApiResource } from '#web/admin/use-api-load.ts'
import { AnswerControls } from '#web/practice/index.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { exam } from '#web/text/en/practice.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  questionId: string
  /** `isDeleted` when another user has deleted the question. */
  onClose: (isDeleted: boolean) => void
}

export function QuestionPreview({ questionId, onClose }: Props) {
  const { result } = useApiResource<BankItem>(`/api/questions/${questionId}`)
  const close = () => onClose(result?.ok === false && result.code === 'UNKNOWN_QUESTION')
  return (
    <PreviewDialog onClose={close}>
      {!result && (
        <p className="row delayed" role="status">
          <span className="spinner" /> {bank.loading}
        </p>
      )}
      {result && !result.ok && <Notice verdict="wrong">{result.message}</Notice>}
      {result?.ok && <ShownQuestion item={result.value} />}
    </PreviewDialog>
  )
}

export function PreviewDialog({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  return (
    <Dialog
      title={bank.previewTitle}
      kind="wide"
      isOpen
      onClose={onClose}
      foot={
        <button className="button" data-kind="primary" type="button" data-first-focus onClick={onClose}>
          {bank.closePreview}
        </button>
      }
    >
      <div className="body" tabIndex={0}>
        {children}
      </div>
    </Dialog>
  )
}

export function ShownQuestion({ item }: { item: BankItem }) {
  return (
    <div className="question preview">
      <p className="facts">
        <b>{exam.types[item.question_type]}</b> {item.skill_area && <span>{item.skill_area}</span>}
        {item.state === 'draft' && <span className="badge">{bank.draft}</span>}
      </p>
      <RichText className="question-text book" html={item.text} />
      <Options item={item} />
    </div>
  )
}

function Options({ item }: { item: BankItem }) {
  const { question_type: type, options, pairs, correct_answer: key } = item
  switch (type) {
    case 'single_choice':
    case 'multiple_choice': {
      if (options.length === 0) return <p className="soft">{exam.noOptions}</p>
      const isSingle = type === 'single_choice'
      return (
        <section className="options" data-kind={isSingle ? 'single' : 'multiple'}>
          <p className="small">{isSingle ? exam.chooseOne : exam.chooseSeveral(key.length)}</p>
          <ol role="list">
            {options.map((option, i) => (
              <li key={i} className="option">
                <span className="tab">{letterOf(i)}</span>
                <RichText as="span" html={option} />
              </li>
            ))}
          </ol>
        </section>
      )
    }
    case 'reorder':
      return options.length === 0 ? <p className="soft">{exam.noOptions}</p> : <Pieces label={bank.steps} pieces={options} />
    case 'drag_drop':
      return (
        <>
          <h3>{bank.prompts}</h3>
          <ol>
            {pairs?.left.map((prompt, i) => (
              <li key={i}>
                <RichText as="span" html={prompt} />
              </li>
            ))}
          </ol>
          <Pieces label={bank.items} pieces={pairs?.right ?? []} />
        </>
      )
    case 'statements':
    case 'drop_down':
    case 'solution':
      return <PreviewedPlaces item={item} />
  }
}

/** The controls that candidates use, without an answer at first. */
function PreviewedPlaces({ item: { id, question_type: type, options, completion, correct_answer: key } }: { item: BankItem }) {
  const [answer, setAnswer] = useState<AnswerInput>([])
  const sealed = { id, type, text: '', options, pairs: null, ...(completion && { completion }), caseStudyId: null, asks: key.length }
  return (
    <AnswerControls
      question={unsealForScreen(sealed)}
      answer={answer}
      isLocked={false}
      isRevealed={false}
      onAnswer={setAnswer}
      onAnnounce={() => undefined}
    />
  )
}

function Pieces({ label, pieces }: { label: string; pieces: readonly string[] }) {
  return (
    <>
      <h3>{label}</h3>
      <ol className="preview-pieces" role="list">
        {pieces.map((piece, i) => (
          <li key={i} className="slot">
            <b>{letterOf(i)}</b>
            <RichText as="span" html={piece} />
          </li>
        ))}
      </ol>
    </>
  )
}
