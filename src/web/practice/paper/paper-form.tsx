/** The form that chooses what a question paper contains. It works before the scripts have loaded, and is not printed. */
import { Form, Link } from 'react-router'
import { nextDraw, paperLengths, type PaperRequest } from '#exam/paper/paper-request.ts'
import { questionLanguages, type QuestionLanguage } from '#exam/question-language.ts'
import { paper } from '#text/paper.ts'
import { questionLanguage } from '#text/question-language.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  areas: readonly string[]
  request: PaperRequest | undefined
  language: QuestionLanguage
  canPrint: boolean
  /** Whether the form offers a choice of language. */
  canTranslate: boolean
}

export function PaperForm({ areas, request, language, canPrint, canTranslate }: Props) {
  const drawn = request?.kind === 'drawn' ? request : undefined
  return (
    <Form className="paper-form flow" key={drawn ? nextDraw(drawn, language) : ''}>
      <p className="soft">{paper.lede}</p>
      <div className="row">
        <Field label={paper.length}>
          {(control) => (
            <select {...control} name="count" defaultValue={drawn?.count ?? 20}>
              {paperLengths.map((length) => (
                <option key={length}>{length}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={paper.area}>
          {(control) => (
            <select {...control} name="area" defaultValue={drawn?.area ?? ''}>
              <option value="">{paper.allAreas}</option>
              {areas.map((name, i) => (
                <option key={name} value={i + 1}>
                  {areaNameOf(name)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {canTranslate && (
          <Field label={questionLanguage.titleOfAll}>
            {(control) => (
              <select {...control} name="language" defaultValue={language}>
                {questionLanguages.map((one) => (
                  <option key={one} value={one} lang={one === 'fr' ? one : undefined}>
                    {questionLanguage.names[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      <div className="row">
        {canPrint && (
          <button className="button" data-kind="primary" type="button" onClick={() => window.print()}>
            <Icon name="print" /> {paper.print}
          </button>
        )}
        <button className="button" type="submit">
          {paper.update}
        </button>
        {drawn && canPrint && (
          <Link className="button" data-kind="quiet" to={`?${nextDraw(drawn, language)}`} preventScrollReset>
            {paper.another}
          </Link>
        )}
      </div>
      <noscript>
        <p className="small">{paper.needsScript}</p>
      </noscript>
    </Form>
  )
}
