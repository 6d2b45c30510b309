/** A completion with a native menu in each blank: in a drawn form, a sentence, a table, or a formula. */
import { listEntered } from '#exam/answer-places.ts'
import { splitAtBlanks, type DrawnForm } from '#exam/completion.ts'
import { isBlank, setEntry, type AnswerInput, type Question } from '#exam/question.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { HtmlWithBlanks } from '#web/practice/places/html-with-blanks.tsx'
import { PlacesStatus } from '#web/practice/places/statements.tsx'
import { places } from '#text/places.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = Pick<ArrangingProps, 'question' | 'answer' | 'isLocked' | 'isRevealed' | 'onAnswer'>

export function DropDowns({ question, answer, isLocked, isRevealed, onAnswer }: Props) {
  const { completion } = question
  if (!completion) return null
  const renderBlank = (blank: number) =>
    isRevealed ? (
      <SolvedBlank key={blank} question={question} answer={answer} blank={blank} />
    ) : (
      <select
        key={blank}
        className="gap"
        lang={completion.language}
        aria-label={completion.blanks[blank]?.label}
        disabled={isLocked}
        data-empty={answer[blank] ? undefined : ''}
        value={answer[blank] ?? ''}
        onChange={({ target }) => onAnswer(setEntry(answer, blank, target.value))}
      >
        <option value="" lang={completion.language && 'en'}>
          {places.choose}
        </option>
        {completion.blanks[blank]?.choices.map((choice, i) => (
          <option key={i} value={i}>
            {choice}
          </option>
        ))}
      </select>
    )
  return (
    <div className="places">
      {completion.form && <Form form={completion.form} language={completion.language} renderBlank={renderBlank} />}
      {completion.content !== '' && (
        <div className="sentence book">
          <HtmlWithBlanks html={completion.content} renderBlank={renderBlank} />
        </div>
      )}
      <PlacesStatus question={question} answer={answer} isLocked={isLocked} isRevealed={isRevealed} />
    </div>
  )
}

type RenderBlank = (blank: number) => React.ReactNode

type FormProps = { form: DrawnForm; language: string | undefined; renderBlank: RenderBlank }

function Form({ form: { title, subtitle, groups }, language, renderBlank }: FormProps) {
  return (
    <div className="form-drawing" role="group" aria-label={places.drawnForm(title)}>
      <p className="form-head">
        <b lang={language}>{title}</b> {subtitle && <span lang={language}>{subtitle}</span>} <span>{places.drawn}</span>
      </p>
      {groups.map(({ name, fields }, i) => (
        <div key={i}>
          {name && (
            <p className="form-group" lang={language}>
              {name}
            </p>
          )}
          <dl className="form-fields" lang={language}>
            {fields.map(({ label, value }, field) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd data-given={/^\[\[\d+\]\]$/.test(value) ? undefined : ''}>
                  {splitAtBlanks(value).map((part) => (typeof part === 'number' ? renderBlank(part) : part))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}

/** The candidate's choice and, if it is wrong, the correct one. */
function SolvedBlank({ question, answer, blank }: { question: Question; answer: AnswerInput; blank: number }) {
  const { completion, answerKey } = question
  const choices = completion?.blanks[blank]?.choices ?? []
  const isRight = answer[blank] === answerKey[blank]
  const isAnswered = !isBlank(answer)
  const chosen = listEntered(question, answer)[blank] === undefined ? places.notAnswered : choices[Number(answer[blank])]
  return (
    <span className="solved-blank">
      {isAnswered && (
        <span className="gap" data-verdict={isRight ? 'right' : 'wrong'}>
          <Icon name={isRight ? 'check' : 'cross'} />
          <span className="visually-hidden">{isRight ? places.yourAnswerCorrect : places.yourAnswer} </span>
          <span lang={completion?.language}>{chosen}</span>
        </span>
      )}{' '}
      {!(isAnswered && isRight) && (
        <span className="gap" data-verdict="key">
          <Icon name="check" />
          <span className="visually-hidden">{places.correctIs} </span>
          <span lang={completion?.language}>{choices[Number(answerKey[blank])]}</span>
        </span>
      )}
    </span>
  )
}
