/** Runs fixed exchanges with the tutor and measures the replies, for `npm run tutor:eval`. */
import { plainText } from '#exam/plain-text.ts'
import { showQuestion } from '#exam/option-order.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { TutorAction, TutorRequest } from '#exam/tutor/tutor-contract.ts'
import { findLeak, isRefusal, measureSupport } from '#exam/tutor/reply-measures.ts'
import { questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tutor } from '#server/tutor/open-tutor.ts'

/** `questionId` is the id of a question in the bank. */
export type Exchange = { readonly questionId: string; readonly action: TutorAction; readonly isRevealed: boolean }

/**
 * `reason`: as in `TutorEvent`. `leak`: what the reply said about the answer before the reveal. `resolved`, `removed`: number of citations
 * with and without a source. `supported`: how many of the `statements` of the reply are supported; see `measureSupport`.
 */
export type ExchangeResult = {
  readonly exchange: Exchange
  readonly reason: string
  readonly leak: string | undefined
  readonly resolved: number
  readonly removed: number
  readonly supported: number
  readonly statements: number
  readonly isRefusal: boolean
  readonly firstTextMs: number | undefined
}

type EvaluationOptions = { db: Db; tutor: Tutor; exchanges: readonly Exchange[]; nowMs: () => number }

/**
 * Yields the result of each exchange. For an exchange after the reveal, the request contains a reveal statement that is signed here.
 */
export async function* evaluateTutor({ db, tutor, exchanges, nowMs }: EvaluationOptions): AsyncGenerator<ExchangeResult, void> {
  const ids = [...new Set(exchanges.map(({ questionId }) => questionId))]
  const rows = await db.selectFrom('questions').select(questionColumns).where('id', 'in', ids).execute()
  const questions = new Map(rows.map((row) => [row.id, readBankQuestion(row)]))
  for (const exchange of exchanges) {
    const question = questions.get(exchange.questionId)
    if (!question) throw new Error(`The bank has no question ${exchange.questionId}`)
    yield await runExchange(tutor, exchange, question, nowMs)
  }
}

async function runExchange(tutor: Tutor, exchange: Exchange, question: BankQuestion, nowMs: () => number): Promise<ExchangeResult> {
  const { questionId, action, isRevealed } = exchange
  const seed = 'evaluation'
  const request: TutorRequest = {
    questionId,
    attemptId: null,
    isRevealed,
    ...(isRevealed && { statement: tutor.statements.make({ questionId }, new Date()).statement }),
    answer: [],
    seed,
    action,
    turns: [],
    language: 'en',
  }
  const candidate = { owner: undefined, limited: { network: 'evaluation' } }
  const startedAt = nowMs()
  let [text, reason, removed] = ['', 'unavailable', 0]
  let firstTextMs: number | undefined
  let passages: readonly string[] = []
  let isSealed = true
  const onPassages = (given: readonly { text: string }[]) => (passages = given.map((passage) => passage.text))
  for await (const event of tutor.reply(candidate, request, new AbortController().signal, { onPassages })) {
    if (event.type === 'start') isSealed = !event.isRevealed
    if (event.type === 'text') {
      firstTextMs ??= nowMs() - startedAt
      text += event.text
    }
    if (event.type === 'end') [reason, removed] = [event.reason, event.removedCitations ?? 0]
  }
  const shown = showQuestion(question, seed)
  const visible = plainText([shown.text, ...shown.options, ...(shown.pairs?.left ?? []), ...(shown.pairs?.right ?? [])].join(' '))
  const cited = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  return {
    exchange,
    reason,
    leak: isSealed ? findLeak(text, shown, visible) : undefined,
    resolved: cited.filter((number) => number >= 1 && number <= passages.length).length,
    removed,
    ...measureSupport(
      text,
      cited.flatMap((number) => passages[number - 1] ?? []),
      visible,
    ),
    isRefusal: isRefusal(text) || reason === 'refused' || reason === 'withheld',
    firstTextMs,
  }
}
