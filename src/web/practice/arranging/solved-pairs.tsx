/** The candidate's pairs. A wrong pair also shows the correct item. */
import { countCorrectEntries } from '#exam/grading.ts'
import { listItems, parseArrangement } from '#exam/arrangement.ts'
import { isBlank, letterOf, type AnswerInput, type Question } from '#exam/question.ts'
import { Verdict } from '#web/practice/arranging/verdict.tsx'
import { arranging } from '#text/arranging.ts'
import { RichText } from '#web/ui/rich-text.tsx'

export function SolvedPairs({ question, answer }: { question: Question; answer: AnswerInput }) {
  const items = listItems(question)
  const key = parseArrangement(question, question.answerKey)
  const slots = parseArrangement(question, answer)
  const isAnswered = !isBlank(answer)
  const correct = countCorrectEntries(answer, question)
  return (
    <div className="arrange matching" data-solved="">
      <div className="head">
        <h3>{isAnswered ? arranging.pairsCorrect(correct, key.length) : arranging.notAnswered}</h3>
      </div>
      <ol className="slots" role="list">
        {slots.map((item, slot) => {
          const belongs = key[slot] ?? null
          const isRight = item === belongs
          const verdict = isAnswered ? (isRight ? 'right' : 'wrong') : undefined
          // Without an answer, the slot shows the correct item.
          const shown = isAnswered ? item : belongs
          return (
            <li key={slot}>
              <b>{slot + 1}</b>
              <RichText as="span" html={question.pairs?.left[slot] ?? ''} />
              <div>
                <div className="slot" data-verdict={verdict} data-empty={shown === null ? '' : undefined}>
                  <b>{shown === null ? '–' : letterOf(shown)}</b>
                  {shown === null ? <span>{arranging.notAnswered}</span> : <RichText as="span" html={items[shown] ?? ''} />}
                </div>
                {isAnswered && (
                  <Verdict isRight={isRight}>
                    {isRight ? (
                      arranging.correct
                    ) : (
                      <>
                        {arranging.belongsHere} {belongs !== null && letterOf(belongs)}{' '}
                        <RichText as="span" html={items[belongs ?? -1] ?? ''} />
                      </>
                    )}
                  </Verdict>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
