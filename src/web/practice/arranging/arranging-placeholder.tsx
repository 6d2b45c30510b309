/** Takes the place of the controls while they load. It is about as high as they are, so that the page below hardly moves. */
import { printCompletion } from '#exam/completion.ts'
import { listItems } from '#exam/arrangement.ts'
import type { Question } from '#exam/question.ts'
import { useTexts } from '#web/text/texts.ts'
import { RichText } from '#web/ui/rich-text.tsx'

export function ArrangingPlaceholder({ question }: { question: Question }) {
  const { exam } = useTexts()
  return (
    <>
      <p className="visually-hidden">{exam.opening}</p>
      <div className="arrange arrange-placeholder" aria-hidden="true">
        {question.type === 'reorder' ? (
          <Steps question={question} />
        ) : question.type === 'drag_drop' ? (
          <Slots question={question} />
        ) : (
          <Places question={question} />
        )}
      </div>
    </>
  )
}

function Steps({ question }: { question: Question }) {
  return (
    <>
      <div className="head">
        <span className="spinner delayed" />
      </div>
      <ol className="order">
        {question.options.map((html, i) => (
          <li key={i}>
            <b />
            <RichText as="span" html={html} />
            <span className="tools">
              <span className="handle" />
              <span className="handle" />
              <span className="handle" />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Statements and blanks. */
function Places({ question }: { question: Question }) {
  return (
    <>
      <div className="head">
        <span className="spinner delayed" />
      </div>
      {question.completion && <RichText className="sentence" html={printCompletion(question.completion, () => '…')} />}
      <ol className="order">
        {question.options.map((html, i) => (
          <li key={i}>
            <b />
            <RichText as="span" html={html} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Slots({ question }: { question: Question }) {
  return (
    <div className="matching">
      <div>
        <div className="head">
          <span className="spinner delayed" />
        </div>
        <ol className="slots">
          {(question.pairs?.left ?? []).map((html, i) => (
            <li key={i}>
              <b />
              <RichText as="span" html={html} />
              <div className="slot" />
            </li>
          ))}
        </ol>
      </div>
      <div className="pool">
        <h3>&nbsp;</h3>
        <ul>
          {listItems(question).map((html, i) => (
            <li key={i}>
              <div className="slot">
                <b />
                <RichText as="span" html={html} />
                <span className="handle" />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
