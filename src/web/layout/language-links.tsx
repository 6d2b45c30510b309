/** Links to the same page in the other languages. They keep the place: the attempt in progress is stored under the exam. */
import { useLocation } from 'react-router'
import { addressIn, isOnlyEnglish, languages } from '#exam/languages.ts'
import { language } from '#text/language.ts'
import { languageNames } from '#web/text/language-names.ts'

type Props = {
  /** The page to link to, if this one has no translation. */
  counterpart?: string | undefined
  /** A button with the code of the language, for a header with little room. */
  isShort?: boolean
}

export function LanguageLinks({ counterpart, isShort = false }: Props) {
  const { pathname, search } = useLocation()
  if (isOnlyEnglish(pathname)) return undefined
  // A page in another language is a separate document, so the router must not handle these links.
  return languages
    .filter((one) => one !== language.code)
    .map((one) => {
      const link = { href: addressIn(one, counterpart ?? pathname + search), lang: one, hrefLang: one }
      return isShort ? (
        <a key={one} className="button" data-kind="quiet" {...link}>
          {one.toUpperCase()} <span className="visually-hidden">{languageNames[one]}</span>
        </a>
      ) : (
        <a key={one} className="language push small" {...link}>
          <span className="language-code">{one.toUpperCase()}</span> <span className="language-name">{languageNames[one]}</span>
        </a>
      )
    })
}
