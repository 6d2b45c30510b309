/** One page of questions with their badges and actions. */
import { bank } from '#web/text/en/admin/bank.ts'
import { exam } from '#web/text/en/practice.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { ListedQuestion } from '#server/bank/index.ts'

type Props = {
  questions: readonly ListedQuestion[]
  selected: ReadonlySet<string>
  isBusy: boolean
  onSelect: (id: string, isSelected: boolean) => void
  onPreview: (question: ListedQuestion) => void
  onEdit: (question: ListedQuestion) => void
  onDelete: (question: ListedQuestion) => void
}

export function QuestionTable({ questions, selected, isBusy, onSelect, onPreview, onEdit, onDelete }: Props) {
  const { columns } = bank
  return (
    <Table
      rows={questions}
      rowKey={({ id }) => id}
      isBusy={isBusy}
      columns={[
        {
          title: columns.question,
          renderCell: (question) => (
            <Words
              question={question}
              words={question.words || bank.noText}
              isSelected={selected.has(question.id)}
              onSelect={(isSelected) => onSelect(question.id, isSelected)}
            />
          ),
        },
        { title: columns.type, renderCell: ({ type }) => exam.types[type] },
        { title: columns.area, renderCell: ({ skillArea }) => skillArea },
        { title: columns.options, renderCell: ({ optionCount }) => bank.options(optionCount), isFigure: true },
        {
          title: columns.actions,
          isFigure: true,
          renderCell: (question) => (
            <div className="row">
              <Action icon="eye" name={bank.preview(question.words || bank.noText)} onAct={() => onPreview(question)} />
              <Action icon="pencil" name={bank.edit(question.words || bank.noText)} onAct={() => onEdit(question)} />
              <Action icon="bin" name={bank.delete(question.words || bank.noText)} onAct={() => onDelete(question)} />
            </div>
          ),
        },
      ]}
    />
  )
}

type WordsProps = { question: ListedQuestion; words: string; isSelected: boolean; onSelect: (isSelected: boolean) => void }

function Words({ question, words, isSelected, onSelect }: WordsProps) {
  return (
    <div className="bank-question">
      <label className="check">
        <input type="checkbox" checked={isSelected} onChange={({ target }) => onSelect(target.checked)} />
        <span className="visually-hidden">{bank.select(words)}</span>
      </label>
      <div>
        <span>{words}</span>
        <Marks question={question} />
      </div>
    </div>
  )
}

/** Badges of a question: draft, case study, and its share of correct answers. */
function Marks({ question: { state, caseStudyId, answered, correct } }: { question: ListedQuestion }) {
  if (state !== 'draft' && caseStudyId === null && answered === 0) return null
  return (
    <p className="facts">
      {state === 'draft' && <span className="badge">{bank.draft}</span>}
      {caseStudyId !== null && <span>{bank.caseStudy}</span>}
      {answered > 0 && <span>{bank.right(Math.round((correct / answered) * 100), answered)}</span>}
    </p>
  )
}

function Action({ icon, name, onAct }: { icon: IconName; name: string; onAct: () => void }) {
  return (
    <button
      className="button"
      data-kind="quiet"
      data-size="icon"
      type="button"
      aria-label={name}
      title={name.split(':')[0]}
      aria-haspopup="dialog"
      onClick={onAct}
    >
      <Icon name={icon} />
    </button>
  )
}
