/**
 * The answers and results of a learner record as statements of the Experience API (xAPI 1.0.3). `docs/my-data.md` describes the mapping.
 * The ids of statements are derived, so a learning record store that gets a statement twice keeps only one.
 */
import { listPlaces } from '#exam/answer-places.ts'
import { isCorrect } from '#exam/grading.ts'
import { unshuffleAnswer } from '#exam/planning/simulation.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type AnswerInput, type QuestionType } from '#exam/question.ts'
import { deriveUuid } from '#server/platform/hash.ts'
import { parseStoredVersion } from '#server/practice/index.ts'
import type { readMyData } from '#server/record/my-data.ts'

type MyData = Awaited<ReturnType<typeof readMyData>>
type Attempt = MyData['attempts'][number]
type AttemptQuestion = MyData['questions'][number]

const verbs = {
  attempted: 'http://adlnet.gov/expapi/verbs/attempted',
  answered: 'http://adlnet.gov/expapi/verbs/answered',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
} as const

const activityTypes = {
  assessment: 'http://adlnet.gov/expapi/activities/assessment',
  question: 'http://adlnet.gov/expapi/activities/cmi.interaction',
} as const

const interactionTypes = {
  single_choice: 'choice',
  multiple_choice: 'choice',
  reorder: 'sequencing',
  drag_drop: 'matching',
  statements: 'matching',
  drop_down: 'matching',
  solution: 'choice',
} as const

/** `origin` is the address of the installation: `https://praxam.example`. */
export function printStatements({ account, attempts, questions }: MyData, origin: string): object[] {
  const actor = { objectType: 'Agent', account: { homePage: origin, name: account.id } }
  const texts = new Map(questions.map((question) => [question.key, question]))
  return attempts.flatMap((attempt) =>
    listSteps(attempt, texts, origin).map(({ verb, about, ...step }) => ({
      id: deriveUuid(`statement ${verb} ${about} ${attempt.id}`),
      actor,
      verb: { id: verbs[verb], display: { 'en-US': verb } },
      ...step,
      context: { registration: attempt.id, platform: 'Praxam', extensions: { [`${origin}/xapi/question-set`]: attempt.set } },
    })),
  )
}

type Step = { verb: keyof typeof verbs; about: string; object: object; result?: object; timestamp: string }

function listSteps(attempt: Attempt, texts: ReadonlyMap<string, AttemptQuestion>, origin: string): Step[] {
  const exam = {
    objectType: 'Activity',
    id: `${origin}/exam/${attempt.certification}`,
    definition: { type: activityTypes.assessment, name: { 'en-US': attempt.certification.toUpperCase() } },
  }
  const { startedAt, finishedAt, correct, total } = attempt
  const attempted: Step = { verb: 'attempted', about: 'exam', object: exam, timestamp: startedAt.toISOString() }
  const answered = attempt.questions.flatMap(({ id, text }): Step[] => {
    const answer = attempt.answers[id]
    const move = attempt.moves.findLast((one) => one.type === 'answer' && one.questionId === id)
    if (!answer || !move) return []
    const item = text === null ? undefined : texts.get(text)
    const question = item && parseStoredVersion(item)
    // A simulation shuffles its options, and the statement lists them in the order of the bank.
    const given = question && attempt.simulation ? unshuffleAnswer(answer, question, attempt.simulation.seed) : answer
    return [
      {
        verb: 'answered',
        about: id,
        object: printQuestion(id, item, origin),
        result: {
          response: printAnswer(given, question?.type),
          ...(question && finishedAt !== null && { success: isCorrect(given, question) }),
        },
        timestamp: new Date(move.at).toISOString(),
      },
    ]
  })
  if (finishedAt === null) return [attempted, ...answered]
  const score = correct !== null && total ? { score: { raw: correct, min: 0, max: total, scaled: correct / total } } : {}
  const duration = `PT${Math.max(0, Math.round((finishedAt.getTime() - startedAt.getTime()) / 1000))}S`
  const completed: Step = {
    verb: 'completed',
    about: 'exam',
    object: exam,
    result: { completion: true, duration, ...score },
    timestamp: finishedAt.toISOString(),
  }
  return [attempted, ...answered, completed]
}

/** Source: xAPI 1.0.3, data 2.4.4.1: entries are separated by `[,]`, the two sides of a pair by `[.]`. */
function printAnswer(answer: AnswerInput, type: QuestionType | undefined): string {
  if (type === 'statements' || type === 'drop_down')
    return answer.flatMap((entry, place) => (entry === '' ? [] : [`${place}[.]${entry}`])).join('[,]')
  return answer.map((entry) => entry.replace('=', '[.]')).join('[,]')
}

/** Without a text, only the id is known. */
function printQuestion(id: string, question: AttemptQuestion | undefined, origin: string): object {
  const definition = question && {
    type: activityTypes.question,
    description: { 'en-US': plainText(question.text) },
    interactionType: interactionTypes[question.question_type],
    correctResponsesPattern: [printAnswer(question.correct_answer, question.question_type)],
    ...listComponents(question),
  }
  return { objectType: 'Activity', id: `${origin}/questions/${id}`, ...(definition && { definition }) }
}

function listComponents(question: AttemptQuestion): object {
  const { question_type: type, options, pairs } = question
  const components = (htmls: readonly string[], nameOf: (index: number) => string) =>
    htmls.map((html, index) => ({ id: nameOf(index), description: { 'en-US': plainText(html) } }))
  if (type === 'drag_drop') return { source: components(pairs?.left ?? [], String), target: components(pairs?.right ?? [], String) }
  const places = listPlaces({ ...question, type })
  if (places.length > 0) {
    const choices = [...new Map(places.flatMap((place) => place.choices.map(({ entry, html }) => [entry, html] as const)))]
    const entered = choices.map(([id, html]) => ({ id, description: { 'en-US': plainText(html) } }))
    // Each blank has its own choices, so only their positions can be named.
    const target = type === 'drop_down' ? choices.map(([id]) => ({ id, description: { 'en-US': `Choice ${Number(id) + 1}` } })) : entered
    return type === 'solution'
      ? { choices: entered }
      : {
          source: components(
            places.map(({ prompt }) => prompt),
            String,
          ),
          target,
        }
  }
  return { choices: components(options, type === 'reorder' ? String : letterOf) }
}
