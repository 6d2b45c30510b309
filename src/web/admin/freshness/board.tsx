/** `/admin/freshness?state=orphaned&exam=mb-800`: the questions in one state of freshness, twenty per page, the oldest change first. */
import { Form } from 'react-router'
import { freshnessLists } from '#exam/freshness.ts'
import { boardAges, printBoardAddress, readBoardAddress } from '#web/admin/freshness/board-address.ts'
import { BoardList } from '#web/admin/freshness/board-list.tsx'
import { ListPage } from '#web/admin/list-page.tsx'
import { servicesContext } from '#web/context.ts'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import { number } from '#web/text/en/numbers.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import '#web/styles/freshness.css'
import type { Route } from './+types/board.ts'
import { listCertificationRows, listOutlines } from '#server/catalogue/index.ts'
import { countFreshness, listFreshness, type FreshnessCounts } from '#server/freshness/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const exams = (await listCertificationRows(db)).map(({ id }) => id).toSorted()
  const part = readBoardAddress(url.searchParams, exams)
  const { list, exam, objective, age, after } = part
  const filter = { list, examId: exam, objective, olderThanDays: age === '' ? undefined : Number(age), after }
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
  const tabs = freshnessLists.map((list) => ({
    to: printBoardAddress({ ...part, list, after: undefined }),
    text: words.lists[list],
    isCurrent: list === part.list,
  }))
  return (
    <ListPage
      title={words.title}
      lede={words.lede}
      before={
        <>
          <BoardFigures exam={part.exam} counts={counts} />
          <BoardFilter {...loaderData} />
        </>
      }
      filter={{ label: words.filter, tabs }}
      none={words.none[part.list]}
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

/** How many questions each list has. Of the filters, only the exam applies. */
function BoardFigures({ exam, counts }: { exam: string | undefined; counts: readonly FreshnessCounts[] }) {
  const counted = counts.filter(({ examId }) => exam === undefined || examId === exam)
  return (
    <dl className="figures" aria-label={words.figures(exam)}>
      {(['current', 're-check', 'orphaned', 'unchecked'] as const).map((list) => (
        <div key={list}>
          <dt>{words.lists[list]}</dt>
          <dd>{number(counted.reduce((sum, one) => sum + one[list], 0))}</dd>
        </div>
      ))}
    </dl>
  )
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'part' | 'exams' | 'objectives' | 'counts'>

function BoardFilter({ part, exams, objectives, counts }: FilterProps) {
  const countOf = (id: string) => {
    const found = counts.find(({ examId }) => examId === id)
    return found ? found['re-check'] + found.orphaned : 0
  }
  return (
    <Form className="row list-filter freshness-filter" action="/admin/freshness" key={printBoardAddress(part)}>
      {part.list !== 're-check' && <input type="hidden" name="state" value={part.list} />}
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
