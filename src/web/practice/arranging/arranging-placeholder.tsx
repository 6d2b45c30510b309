/** Takes the place of the answer controls while they load. It is about as high as the controls, so that the content below hardly moves. */
import { printCompletion } from '#exam/completion.ts'
import type { Question } from '#exam/question.ts'
import { exam } from '#text/practice.ts'
import { RichText } from '#web/ui/rich-text.tsx'

export function ArrangingPlaceholder({ question }: { question: Question }) {
  return (
    <>
      <p className="visually-hidden">{exam.opening}</p>
      <div className="arrange arrange-placeholder" aria-hidden="true">
        {question.type === 'drag_drop' ? <Slots question={question} /> : <Entries question={question} />}
      </div>
    </>
  )
}

/** Steps, statements, and blanks. */
function Entries({ question: { type, options, completion } }: { question: Question }) {
  return (
    <>
      <Head />
      {completion && <RichText className="sentence" html={printCompletion(completion, () => '…')} />}
      <ol className="order">
        {options.map((html, i) => (
          <li key={i}>
            <b />
            <RichText as="span" html={html} />
            {type === 'reorder' && (
              <span className="tools">
                <span className="handle" />
                <span className="handle" />
                <span className="handle" />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function Head() {
  return (
    <div className="head">
      <span className="spinner delayed" />
    </div>
  )
}

function Slots({ question }: { question: Question }) {
  return (
    <div className="matching">
      <div>
        <Head />
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
          {(question.pairs?.right ?? []).map((html, i) => (
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
