/** `/admin`: the question bank, where administrators find, edit, import, and export questions. Source: spec §2, admin question management. */
import { useRef, useState } from 'react'
import { Link, isRouteErrorResponse, useNavigation, useRevalidator, type ShouldRevalidateFunctionArgs } from 'react-router'
import { families, type Family } from '#exam/certification.ts'
import { importBytesMax } from '#server/http/guard.ts'
import { EditorNotLoaded } from '#web/admin/editor-not-loaded.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { isWholeExam, listPart, printBankAddress, readBankAddress, type CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { BulkActions } from '#web/admin/bank/bulk-actions.tsx'
import { DeleteQuestion } from '#web/admin/bank/delete-question.tsx'
import { ImportExport } from '#web/admin/bank/import-export.tsx'
import { QuestionFilters, certificationLabel } from '#web/admin/bank/question-filters.tsx'
import { QuestionPreview } from '#web/admin/bank/question-preview.tsx'
import { QuestionTable } from '#web/admin/bank/question-table.tsx'
import { newQuestion, useEditor } from '#web/admin/bank/use-editor.ts'
import { usePreservedFocus } from '#web/admin/bank/use-preserved-focus.ts'
import { useSelection } from '#web/admin/bank/use-selection.ts'
import { servicesContext } from '#web/context.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/figures/pagination.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import type { Route } from './+types/question-bank.ts'
import { countStates, findQuestions, findStoredQuestion, listCaseStudyTitles, type ListedQuestion } from '#server/bank/index.ts'
import { listCertificationRows, listOutlines } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

/** The certification that is shown first. Source: spec §9. */
const firstExamId = 'mb-800'

const QuestionEditor = lazyWithRetry(() => import('./editor/question-editor.tsx'), EditorPlaceholder)

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const rows = await listCertificationRows(db)
  const certifications: CertificationChoice[] = rows
    .toSorted((a, b) => positionOf(a) - positionOf(b))
    .map(({ id, name, skill_areas }) => ({ id, name, skillAreas: skill_areas.map(({ name, skills }) => ({ name, skills })) }))
  const filter = readBankAddress(url.searchParams, certifications)
  const edited = await findStoredQuestion(db, url.searchParams.get('edit') ?? '')
  const outlines = await listOutlines(db, [filter.examId, ...(edited ? [edited.exam_id] : [])])
  const { questions, ...list } = await findQuestions(db, filter)
  return {
    certifications: certifications.map((one) => ({ ...one, objectives: outlines.get(one.id)?.objectives })),
    filter: { ...filter, page: list.page },
    questions,
    list,
    states: await countStates(db, filter.examId),
    caseStudies: await listCaseStudyTitles(db),
    importBytesMax,
  }
}

function positionOf({ id, family }: { id: string; family: string }): number {
  return id === firstExamId ? -1 : families.indexOf(family as Family)
}

/** The address also has the question that is open in the editor, which does not affect the list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isSameList = String(listPart(currentUrl.searchParams)) === String(listPart(nextUrl.searchParams))
  return isSameList && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export function meta() {
  return [{ title: `${bank.title}, Praxam` }]
}

type OpenDialog = { type: 'preview' | 'delete'; question: ListedQuestion } | { type: 'files' } | null

export default function QuestionBank({ loaderData }: Route.ComponentProps) {
  const { certifications, filter, questions, list, states, caseStudies, importBytesMax } = loaderData
  const { revalidate } = useRevalidator()
  const isLoading = useNavigation().state === 'loading'
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const [selected, select] = useSelection(questions)
  const address = printBankAddress(filter)
  const [message, setMessage] = useMessage(address)
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = usePreservedFocus(questions, heading)
  const editor = useEditor(heading)
  const certification = certifications.find(({ id }) => id === filter.examId)
  const examName = certification ? certificationLabel(certification) : ''

  const rowOf = ({ id }: ListedQuestion) => questions.findIndex((question) => question.id === id)
  const refresh = (words?: string) => {
    setMessage(words)
    void revalidate()
  }

  return (
    <>
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          {bank.title}
        </h1>
        <div className="row">
          <button className="button" type="button" aria-haspopup="dialog" onClick={() => setOpenDialog({ type: 'files' })}>
            <Icon name="upload" /> {bank.files}
          </button>
          <button className="button" data-kind="primary" type="button" aria-haspopup="dialog" onClick={() => editor.open(newQuestion)}>
            <Icon name="plus" /> {bank.add}
          </button>
        </div>
      </div>
      <div className="flow">
        <noscript>
          <p className="notice">{bank.needsScript}</p>
        </noscript>
        {message && <Notice verdict="right">{message}</Notice>}
        <QuestionFilters certifications={certifications} filter={filter} />
        <p className="small bank-counts">
          <span role="status">{bank.count(list.total, list.isTotalExact, list.from, list.to, list.listed)}</span>
          {certification && <span>{bank.stateCounts(certification.id.toUpperCase(), states.published, states.draft)}</span>}
        </p>
        {questions.length === 0 ? (
          <EmptyList examName={examName} isWholeExam={isWholeExam(filter)} examId={filter.examId} />
        ) : (
          <>
            <BulkActions
              pageSize={questions.length}
              selected={[...selected]}
              certifications={certifications}
              examId={filter.examId}
              onSelectPage={(isSelected) =>
                select(
                  questions.map(({ id }) => id),
                  isSelected,
                )
              }
              onChanged={(words) => {
                keepFocus('heading')
                refresh(words)
              }}
              onMissing={(ids) => {
                select(ids, false)
                refresh()
              }}
            />
            <QuestionTable
              questions={questions}
              selected={selected}
              isBusy={isLoading}
              onSelect={(id, isSelected) => select([id], isSelected)}
              onPreview={(question) => setOpenDialog({ type: 'preview', question })}
              onEdit={({ id }) => editor.open(id)}
              onDelete={(question) => setOpenDialog({ type: 'delete', question })}
            />
          </>
        )}
      </div>
      <Pagination texts={bank} current={list.page} total={list.pages} linkTo={(page) => printBankAddress({ ...filter, page })} />

      {openDialog?.type === 'preview' && (
        <QuestionPreview
          questionId={openDialog.question.id}
          onClose={(isDeleted) => {
            setOpenDialog(null)
            if (!isDeleted) return
            keepFocus(rowOf(openDialog.question))
            refresh()
          }}
        />
      )}
      {openDialog?.type === 'delete' && (
        <DeleteQuestion
          question={openDialog.question}
          onClose={() => setOpenDialog(null)}
          onDeleted={(words) => {
            keepFocus(rowOf(openDialog.question))
            setOpenDialog(null)
            refresh(words)
          }}
        />
      )}
      {openDialog?.type === 'files' && (
        <ImportExport
          examId={filter.examId}
          examName={examName}
          exams={certifications}
          examSize={states.published + states.draft}
          bytesMax={importBytesMax}
          onClose={(isListOld) => {
            setOpenDialog(null)
            if (isListOld) refresh()
          }}
          onImported={(words) => {
            setOpenDialog(null)
            refresh(words)
          }}
        />
      )}
      {editor.opened !== null && (
        <QuestionEditor
          key={`${editor.opened} ${editor.objectiveId}`}
          objective={certification?.objectives?.find(({ id }) => id === editor.objectiveId)}
          questionId={editor.opened === newQuestion ? undefined : editor.opened}
          startsWithHistory={editor.startsWithHistory}
          examId={filter.examId}
          certifications={certifications}
          caseStudies={caseStudies}
          onClose={editor.close}
          onSaved={(words) => {
            keepFocus('heading')
            refresh(words)
          }}
        />
      )}
    </>
  )
}

function EmptyList({ examName, examId, isWholeExam }: { examName: string; examId: string; isWholeExam: boolean }) {
  return (
    <section className="message">
      <p>{isWholeExam ? bank.empty(examName) : bank.nothingFound}</p>
      {!isWholeExam && (
        <p>
          <Link className="link-alone" to={`/admin?exam=${encodeURIComponent(examId)}`}>
            {bank.showAll(examName)}
          </Link>
        </p>
      )}
    </section>
  )
}

/** Placeholder while the editor loads, or a retry button if loading failed. */
function EditorPlaceholder({ onTryAgain, onClose }: { onTryAgain?: () => void; onClose: () => void }) {
  if (onTryAgain) {
    return (
      <Dialog title={bank.failed} isOpen onClose={onClose}>
        <div className="body flow">
          <EditorNotLoaded onTryAgain={onTryAgain} />
        </div>
      </Dialog>
    )
  }
  return (
    <p className="loading-indicator delayed" role="status">
      <span className="indicator">
        <span className="spinner" /> {bank.loading}
      </span>
    </p>
  )
}

/** A message about the last change, shown until the address of the list changes. */
function useMessage(address: string): [message: string | undefined, say: (words: string | undefined) => void] {
  const [message, setMessage] = useState<{ words: string | undefined; address: string }>()
  return [message?.address === address ? message.words : undefined, (words) => setMessage({ words, address })]
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = !isRouteErrorResponse(error) && error instanceof TypeError ? error.message : bank.failed
  return (
    <>
      <title>{bank.errorTitle}</title>
      <Message title={bank.errorTitle} isAlert error={error} actions={<TryAgain />}>
        {`${message.replace(/\.$/, '')}. ${bank.failedAdvice}`}
      </Message>
    </>
  )
}
