/** What a new outline would do to each question: lists by effect, with links to the questions. */
import { useState } from 'react'
import { fateGroups, type FateGroup } from '#exam/outline-changes.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import type { ListedFate, OutlinePreview } from '#server/bank/index.ts'

type Props = { certificationId: string; groups: OutlinePreview['groups'] }

export function QuestionFates({ certificationId, groups }: Props) {
  const [chosen, choose] = useState<FateGroup>()
  const group = chosen ?? fateGroups.find((one) => groups[one].total > 0) ?? 'stays'
  const { total, listed } = groups[group]
  return (
    <section className="flow">
      <h3>{outlineAdmin.questions}</h3>
      <ul className="tabs" role="list" aria-label={outlineAdmin.showGroup}>
        {fateGroups.map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === group} onClick={() => choose(one)}>
              {outlineAdmin.groups[one](groups[one].total)}
            </button>
          </li>
        ))}
      </ul>
      <p className="soft measure">{total > 0 ? outlineAdmin.groupLedes[group] : outlineAdmin.noQuestions}</p>
      {listed.length > 0 && (
        <ol className="outline-questions" role="list">
          {listed.map((question) => (
            <li key={question.id}>
              <QuestionLink certificationId={certificationId} question={question} />
              {question.isMoved && group !== 'stays' && (
                <span className="small outline-place">
                  {outlineAdmin.to(outlineAdmin.placeOf(question.to.objective, question.to.skillArea, question.to.skill))}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {listed.length < total && <p className="small">{outlineAdmin.firstOnly(listed.length, total)}</p>}
    </section>
  )
}

type LinkProps = { certificationId: string; question: Pick<ListedFate, 'id' | 'words' | 'isDraft'> }

/** Opens the question in a new tab, so that the outline in the form is not lost. */
export function QuestionLink({ certificationId, question: { id, words, isDraft } }: LinkProps) {
  return (
    <>
      <a href={`/admin?exam=${encodeURIComponent(certificationId)}&edit=${encodeURIComponent(id)}`} target="_blank" rel="noopener">
        {words || outlineAdmin.noText}
        <span className="visually-hidden"> {outlineAdmin.inNewTab}</span>
      </a>
      {isDraft && <span className="badge">{outlineAdmin.draft}</span>}
    </>
  )
}
