/** `/admin`: the question bank. Finding questions, and everything that is done with them. Source: spec §2, admin question management. */
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { Link, isRouteErrorResponse, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { families } from '#exam/certification.ts'
import type { Family } from '#exam/certification.ts'
import { listCertificationRows } from '#server/catalogue.ts'
import { importBytesMax } from '#server/http/guard.ts'
import { listCaseStudyTitles } from '#server/question-bank.ts'
import { countStates, findQuestions } from '#server/question-list.ts'
import type { ListedQuestion } from '#server/question-list.ts'
import { getAdministrator } from '#web/account/viewer.ts'
import { Pages } from '#web/admin/pages.tsx'
import { isWholeExam, printBankAddress, readBankAddress } from '#web/admin/question-bank/bank-address.ts'
import type { Exam } from '#web/admin/question-bank/bank-address.ts'
import { BulkActions } from '#web/admin/question-bank/bulk-actions.tsx'
import { DeleteQuestion } from '#web/admin/question-bank/delete-question.tsx'
import { ImportExport } from '#web/admin/question-bank/import-export.tsx'
import { QuestionFilters, examLabel } from '#web/admin/question-bank/question-filters.tsx'
import { QuestionPreview } from '#web/admin/question-bank/question-preview.tsx'
import { QuestionTable } from '#web/admin/question-bank/question-table.tsx'
import { servicesContext } from '#web/context.ts'
import { bank } from '#web/text/en/bank.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import type { Route } from './+types/question-bank.ts'

/** The exam one begins with. Source: spec §9. */
const firstExamId = 'mb-800'

const QuestionEditor = lazy(() => import('./editor/question-editor.tsx'))

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const rows = await listCertificationRows(db)
  const exams: Exam[] = rows
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ id, name, skill_areas }) => ({ id, name, skillAreas: skill_areas.map(({ name, skills }) => ({ name, skills })) }))
  const filter = readBankAddress(url.searchParams, exams)
  const { questions, ...list } = await findQuestions(db, filter)
  return {
    exams,
    filter: { ...filter, page: list.page },
    questions,
    list,
    states: await countStates(db, filter.examId),
    caseStudies: await listCaseStudyTitles(db),
    importBytesMax,
  }
}

function placeOf({ id, family }: { id: string; family: string }): number {
  return id === firstExamId ? -1 : families.indexOf(family as Family)
}

/** Which question is open in the editor also stands in the address, and changes nothing about the list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isSameList = listPart(currentUrl) === listPart(nextUrl)
  return isSameList && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

function listPart({ pathname, searchParams }: URL): string {
  const kept = [...searchParams].filter(([name]) => name !== 'edit' && name !== 'add')
  return `${pathname}?${new URLSearchParams(kept)}`
}

export function meta() {
  return [{ title: `${bank.title}, Praxam` }]
}

type Asked = { type: 'preview' | 'delete'; question: ListedQuestion } | { type: 'files' } | null

export default function QuestionBank({ loaderData }: Route.ComponentProps) {
  const { exams, filter, questions, list, states, caseStudies, importBytesMax } = loaderData
  const { revalidate } = useRevalidator()
  const isLoading = useNavigation().state === 'loading'
  const [asked, setAsked] = useState<Asked>(null)
  const [selected, select] = useSelection(questions)
  const address = printBankAddress(filter)
  const [said, setSaid] = useSaid(address)
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusKept(questions, heading)
  const editor = useEditor(heading)
  const exam = exams.find(({ id }) => id === filter.examId)
  const examName = exam ? examLabel(exam) : ''

  const refresh = (words?: string) => {
    setSaid(words)
    void revalidate()
  }

  return (
    <>
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          {bank.title}
        </h1>
        <div className="row">
          <button className="button" type="button" aria-haspopup="dialog" onClick={() => setAsked({ type: 'files' })}>
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
        {said && <Notice verdict="right">{said}</Notice>}
        <QuestionFilters exams={exams} filter={filter} />
        <p className="small bank-counts">
          <span role="status">{bank.count(list.total, list.isTotalExact, list.from, list.to)}</span>
          {exam && <span>{bank.stateCounts(exam.id.toUpperCase(), states.published, states.draft)}</span>}
        </p>
        {questions.length === 0 ? (
          <Nothing examName={examName} isWholeExam={isWholeExam(filter)} examId={filter.examId} />
        ) : (
          <>
            <BulkActions
              pageSize={questions.length}
              selected={questions.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
              exams={exams}
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
            />
            <QuestionTable
              questions={questions}
              selected={selected}
              isBusy={isLoading}
              onSelect={(id, isSelected) => select([id], isSelected)}
              onPreview={(question) => setAsked({ type: 'preview', question })}
              onEdit={({ id }) => editor.open(id)}
              onDelete={(question) => setAsked({ type: 'delete', question })}
            />
          </>
        )}
      </div>
      <Pages current={list.page} total={list.pages} linkTo={(page) => printBankAddress({ ...filter, page })} />

      {asked?.type === 'preview' && <QuestionPreview questionId={asked.question.id} onClose={() => setAsked(null)} />}
      {asked?.type === 'delete' && (
        <DeleteQuestion
          question={asked.question}
          onClose={() => setAsked(null)}
          onDeleted={() => {
            keepFocus(questions.findIndex(({ id }) => id === asked.question.id))
            setAsked(null)
            refresh(bank.changed.delete(1))
          }}
        />
      )}
      {asked?.type === 'files' && (
        <ImportExport
          examId={filter.examId}
          examName={examName}
          examSize={states.published + states.draft}
          bytesMax={importBytesMax}
          onClose={() => setAsked(null)}
          onUnknown={() => refresh()}
          onImported={(words) => {
            setAsked(null)
            refresh(words)
          }}
        />
      )}
      {editor.opened !== null && (
        <Suspense fallback={<EditorOnItsWay />}>
          <QuestionEditor
            questionId={editor.opened === newQuestion ? undefined : editor.opened}
            examId={filter.examId}
            certifications={exams}
            caseStudies={caseStudies}
            onClose={editor.close}
            onSaved={refresh}
          />
        </Suspense>
      )}
    </>
  )
}

/** What would fill the list. */
function Nothing({ examName, examId, isWholeExam }: { examName: string; examId: string; isWholeExam: boolean }) {
  return (
    <section className="message">
      <p>{isWholeExam ? bank.empty(examName) : bank.nothingFound}</p>
      {!isWholeExam && (
        <p>
          <Link to={`/admin?exam=${encodeURIComponent(examId)}`}>{bank.showAll(examName)}</Link>
        </p>
      )}
    </section>
  )
}

function EditorOnItsWay() {
  return (
    <p className="loading-sign late" role="status">
      <span className="sign">
        <span className="spinner" /> {bank.loading}
      </span>
    </p>
  )
}

/** Ids that are selected, without those whose rows have gone from the list. */
function useSelection(
  questions: readonly ListedQuestion[],
): [selected: ReadonlySet<string>, select: (ids: readonly string[], isSelected: boolean) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [known, setKnown] = useState(questions)
  if (known !== questions) {
    setKnown(questions)
    setSelected(new Set(questions.filter(({ id }) => selected.has(id)).map(({ id }) => id)))
  }
  const select = (ids: readonly string[], isSelected: boolean) => {
    const others = [...selected].filter((id) => !ids.includes(id))
    setSelected(new Set(isSelected ? [...others, ...ids] : others))
  }
  return [selected, select]
}

/** A sentence about what has been done, until another list is looked at. */
function useSaid(address: string): [said: string | undefined, say: (words: string | undefined) => void] {
  const [said, setSaid] = useState<{ words: string | undefined; address: string }>()
  return [said?.address === address ? said.words : undefined, (words) => setSaid({ words, address })]
}

/**
 * The focus must not vanish with a row. Before the list is read again, name the row it stood in: the one that comes into
 * its place takes it, or the heading when there is none.
 */
function useFocusKept(
  questions: readonly ListedQuestion[],
  heading: React.RefObject<HTMLElement | null>,
): (row: number | 'heading') => void {
  const wanted = useRef<number | 'heading'>(null)
  useEffect(() => {
    const row = wanted.current
    wanted.current = null
    if (row === null || document.activeElement !== document.body) return
    const rows = document.querySelectorAll('#main tbody tr')
    const next = row === 'heading' ? undefined : rows[Math.min(row, questions.length - 1)]
    const target = next?.querySelector<HTMLElement>('td:last-child button:last-child') ?? heading.current
    target?.focus()
  }, [questions, heading])
  return (row) => {
    wanted.current = row
  }
}

/** Stands for the id of a question that is not there yet. */
const newQuestion = ''

/** Which question is in the editor: one that was pressed, or the one the address names (`?edit=<id>`, `?add`). */
function useEditor(heading: React.RefObject<HTMLElement | null>) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const named = parameters.get('edit') ?? (parameters.has('add') ? newQuestion : null)
  const [known, setKnown] = useState(named)
  const [opened, setOpened] = useState(named)
  const opener = useRef<Element>(null)
  const wasOpen = useRef(false)
  if (known !== named) {
    setKnown(named)
    if (named !== null) setOpened(named)
  }
  // What the address names is taken out of it once the editor is closed.
  const leftover = opened === null && named !== null ? listPart(new URL(`?${parameters}`, 'https://praxam.invalid/admin')) : undefined
  useEffect(() => {
    if (leftover !== undefined) void navigate(leftover, { replace: true, preventScrollReset: true })
  }, [leftover, navigate])
  useEffect(() => {
    const isClosed = wasOpen.current && opened === null
    wasOpen.current = opened !== null
    if (!isClosed) return
    // What was named by the address has no opener, and a row may have gone.
    const target = opener.current?.isConnected ? opener.current : heading.current
    opener.current = null
    if (target instanceof HTMLElement) target.focus()
  }, [opened, heading])
  return {
    opened,
    open: (id: string) => {
      opener.current = document.activeElement
      setOpened(id)
    },
    close: () => setOpened(null),
  }
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
