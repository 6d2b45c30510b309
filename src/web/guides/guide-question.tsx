/**
 * The question of a guide. The page has no client scripts, so the controls are native: when the `<details>` element is open,
 * `guide-question.css` shows the verdicts that match the chosen options. Nothing is saved.
 */
import { familyMark } from '#exam/certification.ts'
import { addressIn } from '#exam/languages.ts'
import { letterOf, type Question } from '#exam/question.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { exam } from '#text/practice.ts'
import { Explanation } from '#web/practice/index.ts'
import { guide as words, list } from '#web/text/fr/guides.ts'
import { AreaName } from '#web/ui/areas/area-name.tsx'
import { BookText } from '#web/ui/book-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import '#web/styles/guide-question.css'

/** `entry` is the exam of the question. */
export function GuideQuestion({ question, entry }: { question: Question; entry: CatalogEntry }) {
  const id = entry.id.toUpperCase()
  const isTranslated = question.text.includes(' lang="fr">')
  return (
    <section className="guide-question" aria-labelledby="essayer" data-family={familyMark(entry.family)}>
      <h2 id="essayer">{words.tryOne}</h2>
      <div className="question">
        <p className="question-meta">
          <span>
            <b>{id}</b> <AreaName name={question.skillArea} />
          </span>
          {!isTranslated && <span>{words.inEnglish}</span>}
        </p>
        <BookText className="question-text" html={question.text} />
        <Options question={question} />
        <details className="correction">
          <summary>
            <span className="button" data-kind="primary">
              {words.check}
            </span>
            <span className="button">{words.hide}</span>
          </summary>
          <p className="verdict" data-when="right">
            <Icon name="check" /> {words.right}
          </p>
          <p className="verdict" data-when="wrong">
            <Icon name="cross" /> {words.wrong}
          </p>
          <p className="verdict" data-when="blank">
            {words.blank}
          </p>
          <p>{words.answerKey(list(question.answerKey))}</p>
          <Explanation question={question} />
          <p>
            <a className="button" href={addressIn('fr', `/exam/${entry.id}`)}>
              {words.continueWith(id)}
            </a>
          </p>
        </details>
      </div>
    </section>
  )
}

function Options({ question }: { question: Question }) {
  const isSingle = question.type === 'single_choice'
  return (
    <fieldset className="options" data-kind={isSingle ? 'single' : 'multiple'}>
      <legend>{isSingle ? exam.chooseOne : exam.chooseSeveral(question.answerKey.length)}</legend>
      {question.options.map((option, i) => {
        const letter = letterOf(i)
        const isKey = question.answerKey.includes(letter)
        return (
          <label key={letter} className="option">
            <input type={isSingle ? 'radio' : 'checkbox'} name={question.id} value={letter} data-key={isKey ? '' : undefined} />
            <span className="tab">{letter}</span>
            <RichText as="span" html={option} />
            {isKey ? (
              <>
                <Verdict isRight isChosen />
                <Verdict isRight isChosen={false} />
              </>
            ) : (
              <Verdict isRight={false} isChosen />
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The verdict on an option that is chosen or not. The styles show only the one that applies, once the answer is checked. */
function Verdict({ isRight, isChosen }: { isRight: boolean; isChosen: boolean }) {
  const text = isRight ? (isChosen ? exam.yourAnswerCorrect : exam.correctAnswer) : exam.yourAnswer
  return (
    <span className="indicator" data-verdict={isRight ? 'right' : 'wrong'} data-when={isChosen ? 'chosen' : 'not-chosen'}>
      <Icon name={isRight ? 'check' : 'cross'} /> {text}
    </span>
  )
}
