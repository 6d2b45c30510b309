/** The steps in the correct order, then the steps that are not needed. A wrong step says where the candidate put it. */
import { countCorrectEntries } from '#exam/grading.ts'
import { parseArrangement } from '#exam/arrangement.ts'
import { isBlank, type AnswerInput, type Question } from '#exam/question.ts'
import { Verdict } from '#web/practice/arranging/verdict.tsx'
import { arranging } from '#text/arranging.ts'
import { RichText } from '#web/ui/rich-text.tsx'

export function SolvedOrder({ question, answer }: { question: Question; answer: AnswerInput }) {
  const key = parseArrangement(question, question.answerKey)
  const places = parseArrangement(question, answer)
  const surplus = question.options.flatMap((_, step) => (key.includes(step) ? [] : [step]))
  const isAnswered = !isBlank(answer)
  const placeOf = (step: number | null) => (step === null ? -1 : places.indexOf(step))
  return (
    <div className="arrange">
      <div className="head">
        <h3>{isAnswered ? arranging.stepsCorrect(countCorrectEntries(answer, question), key.length) : arranging.notAnswered}</h3>
      </div>
      <ol className="order" role="list" data-locked="">
        {key.map((step, place) => {
          const isRight = placeOf(step) === place
          return (
            <li key={place} data-verdict={isAnswered ? (isRight ? 'right' : 'wrong') : undefined}>
              <b>{place + 1}</b>
              <RichText as="span" html={question.options[step ?? -1] ?? ''} />
              {isAnswered && (
                <Verdict isRight={isRight}>
                  {isRight ? arranging.correct : placeOf(step) === -1 ? arranging.leftOut : arranging.putIt(placeOf(step) + 1)}
                </Verdict>
              )}
            </li>
          )
        })}
      </ol>
      {surplus.length > 0 && (
        <>
          <h3>{arranging.notNeeded}</h3>
          <ul className="order" role="list" data-locked="">
            {surplus.map((step) => (
              <li key={step} data-unused="" data-verdict={placeOf(step) === -1 ? undefined : 'wrong'}>
                <b aria-hidden="true">–</b>
                <RichText as="span" html={question.options[step] ?? ''} />
                {placeOf(step) !== -1 && <Verdict isRight={false}>{arranging.putIt(placeOf(step) + 1)}</Verdict>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
