/** `/admin/freshness?state=orphaned&exam=mb-800`: questions whose pages or outline have changed, twenty per page, the oldest change first. */
import { Form } from 'react-router'
import type { FreshnessState } from '#exam/freshness.ts'
import { boardAges, printBoardAddress, readBoardAddress, type BoardPart } from '#web/admin/freshness/board-address.ts'
import { BoardList } from '#web/admin/freshness/board-list.tsx'
import { ListPage } from '#web/admin/list-page.tsx'
import { servicesContext } from '#web/context.ts'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import '#web/styles/freshness.css'
import type { Route } from './+types/board.ts'
import { listCertificationRows, listOutlines } from '#server/catalogue/index.ts'
import { countFreshness, listFreshness } from '#server/freshness/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const exams = (await listCertificationRows(db)).map(({ id }) => id).toSorted()
  const part = readBoardAddress(url.searchParams, exams)
  const { state, exam, objective, age, after } = part
  const filter = { state, examId: exam, objective, olderThanDays: age === '' ? undefined : Number(age), after }
  const outline = exam === undefined ? undefined : (await listOutlines(db, [exam])).get(exam)
  return {
    part,
    exams,
    objectives: outline?.objectives.map(({ id, text }) => [id, text] as const) ?? [],
    counts: await countFreshness(db),
    ...(await listFreshness(db, filter, new Date())),
  }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Board({ loaderData }: Route.ComponentProps) {
  const { part, counts, questions, next } = loaderData
  const countOf = (state: BoardPart['state']) => {
    const counted = counts.filter(({ examId }) => part.exam === undefined || examId === part.exam)
    if (state === 'current') return undefined
    return counted.reduce((sum, { recheck, orphaned }) => sum + (state === 'orphaned' ? orphaned : recheck), 0)
  }
  const tabs = tabStates.map((state) => ({
    to: printBoardAddress({ ...part, state, after: undefined }),
    text: words.tab(state, countOf(state)),
    isCurrent: state === part.state,
  }))
  return (
    <ListPage
      title={words.title}
      lede={words.lede}
      before={<BoardFilter {...loaderData} />}
      filter={{ label: words.filter, tabs }}
      none={words.none[part.state]}
      pages={{
        label: words.page,
        first: part.after !== undefined && { to: printBoardAddress({ ...part, after: undefined }), text: words.first },
        next: next ? { to: printBoardAddress({ ...part, after: next }), text: words.next } : undefined,
      }}
    >
      {questions.length > 0 && <BoardList key={printBoardAddress(part)} questions={questions} />}
    </ListPage>
  )
}

/** In the order of the tabs. */
const tabStates = ['re-check', 'orphaned', 'current'] as const satisfies readonly FreshnessState[]

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'part' | 'exams' | 'objectives' | 'counts'>

function BoardFilter({ part, exams, objectives, counts }: FilterProps) {
  const countOf = (id: string) => {
    const found = counts.find(({ examId }) => examId === id)
    return found ? found.recheck + found.orphaned : 0
  }
  return (
    <Form className="row list-filter freshness-filter" action="/admin/freshness" key={printBoardAddress(part)}>
      {part.state !== 're-check' && <input type="hidden" name="state" value={part.state} />}
      <SelectField
        label={words.exam}
        name="exam"
        defaultValue={part.exam ?? ''}
        choices={[['', words.everyExam], ...exams.map((id) => [id, words.examCount(id, countOf(id))] as const)]}
      />
      {objectives.length > 0 && (
        <SelectField
          label={words.objective}
          name="objective"
          defaultValue={part.objective ?? ''}
          choices={[['', words.everyObjective], ...objectives]}
        />
      )}
      <SelectField label={words.age} name="age" defaultValue={part.age} choices={boardAges.map((age) => [age, words.ages[age]] as const)} />
      <button className="button" type="submit">
        {words.apply}
      </button>
    </Form>
  )
}
