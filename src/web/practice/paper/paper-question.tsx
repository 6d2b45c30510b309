/** A question on paper, with boxes to mark or lines to write on. */
import { printCompletion, type Completion } from '#exam/completion.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf, type Question } from '#exam/question.ts'
import { paper } from '#text/paper.ts'
import { exam } from '#text/practice.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

export function PaperQuestion({ question, number }: { question: Question; number: number }) {
  return (
    <article className="paper-question" aria-label={paper.keyOf(number)}>
      <b className="paper-number">{number}</b>
      <div className="flow">
        <BookText html={question.text} />
        <p className="small">
          {exam.types[question.type]}. {paper.hint(question.type, question.answerKey.length)}
        </p>
        <Answers question={question} />
      </div>
    </article>
  )
}

function Answers({ question: { type, options, pairs, completion, answerKey } }: { question: Question }) {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return <Letters texts={options} mark={type === 'single_choice' ? 'circle' : 'square'} />
    case 'reorder':
      return (
        <>
          <Letters texts={options} />
          <ol className="paper-lines" role="list">
            {answerKey.map((step, i) => (
              <li key={step}>{i + 1}</li>
            ))}
          </ol>
        </>
      )
    case 'drag_drop':
      return (
        <>
          <ol className="paper-prompts" role="list">
            {pairs?.left.map((prompt, i) => (
              <li key={i}>
                <b>{i + 1}</b>
                <RichText as="span" html={prompt} />
              </li>
            ))}
          </ol>
          <Letters texts={pairs?.right ?? []} />
        </>
      )
    case 'statements':
    case 'solution':
      return <YesNoLines texts={type === 'solution' ? [''] : options} />
    case 'drop_down':
      return completion ? <PaperCompletion completion={completion} /> : null
  }
}

function YesNoLines({ texts }: { texts: readonly string[] }) {
  return (
    <ol className="paper-statements" role="list">
      {texts.map((html, i) => (
        <li key={i}>
          <b>{texts.length > 1 && i + 1}</b>
          <RichText as="span" html={html} />
          <span className="paper-mark">{paper.yes}</span>
          <span className="paper-mark">{paper.no}</span>
        </li>
      ))}
    </ol>
  )
}

/** The blanks are numbered, and their choices have letters. */
function PaperCompletion({ completion }: { completion: Completion }) {
  return (
    <>
      <BookText html={printCompletion(completion, (blank) => `<b>[${blank + 1}] ________</b>`)} />
      {completion.blanks.map(({ label, choices }, blank) => (
        <div key={blank}>
          <p className="small">
            <b>[{blank + 1}]</b> {label}
          </p>
          <Letters texts={choices.map(escapeHtml)} />
        </div>
      ))}
    </>
  )
}

/** `mark`: the shape of the box beside each letter. */
function Letters({ texts, mark }: { texts: readonly string[]; mark?: 'circle' | 'square' }) {
  return (
    <ol className="paper-letters" data-mark={mark} role="list">
      {texts.map((html, i) => (
        <li key={i}>
          <b>{letterOf(i)}</b>
          <RichText as="span" html={html} />
        </li>
      ))}
    </ol>
  )
}
