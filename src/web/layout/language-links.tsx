/**
 * Links to the same page in the other languages. The candidate's place is kept, because the attempt in progress is stored by exam, not by
 * language.
 */
import { useLocation } from 'react-router'
import { addressIn, languages } from '#exam/languages.ts'
import { language } from '#text/language.ts'
import { languageNames } from '#web/text/language-names.ts'

type Props = {
  /** The page to link to, if this one has no translation; `null` for no links. */
  counterpart?: string | null | undefined
  className: string
}

export function LanguageLinks({ counterpart, className }: Props) {
  const { pathname, search } = useLocation()
  if (counterpart === null) return undefined
  // A page in another language is a separate document, so the router must not handle these links.
  return languages
    .filter((one) => one !== language.code)
    .map((one) => (
      <a
        key={one}
        className={className}
        data-kind="quiet"
        href={addressIn(one, counterpart ?? pathname + search)}
        lang={one}
        hrefLang={one}
      >
        <span className="language-code">{one.toUpperCase()}</span> <span className="language-name">{languageNames[one]}</span>
      </a>
    ))
}
