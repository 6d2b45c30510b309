/** The French texts of a question, to read in the editor. They are changed only by content files and imports. */
import { letterOf } from '#exam/question.ts'
import { ShownQuestion } from '#web/admin/bank/question-preview.tsx'
import { questionQuality } from '#web/text/en/admin/question-quality.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import type { ItemInLanguage } from '#server/bank/index.ts'

export function Translation({ item }: { item: ItemInLanguage }) {
  const { explanation, option_explanations: reasons, language } = item
  return (
    <details>
      <summary>
        {questionQuality.translation}{' '}
        <span className="indicator" data-verdict={item.is_outdated ? 'wrong' : 'right'}>
          <Icon name={item.is_outdated ? 'alert' : 'check'} />{' '}
          {item.is_outdated ? questionQuality.translationIsOutdated : questionQuality.translationIsCurrent}
        </span>
      </summary>
      <div className="flow" lang={language}>
        <ShownQuestion item={item} />
        <RichText className="book" html={explanation} />
        <dl>
          {reasons.map(
            (html, i) =>
              html !== null && (
                <div key={i}>
                  <dt>{letterOf(i)}</dt>
                  <dd>
                    <RichText as="span" html={html} />
                  </dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </details>
  )
}
