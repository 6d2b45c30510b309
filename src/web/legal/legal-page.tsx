/** A page of running text from `web/text`. */
import type { MetaDescriptor } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Texts } from '#web/text/texts.ts'
import { useTexts } from '#web/text/texts.ts'

type LegalText = Texts['legal']['privacy']

export function legalMeta(
  { title, description }: LegalText,
  path: string,
  matches: Parameters<typeof pageMeta>[0]['matches'],
): MetaDescriptor[] {
  return pageMeta({ title: `${title}, Praxam`, description, path, matches })
}

export function LegalPage({ which, children }: { which: 'privacy' | 'terms' | 'contact'; children?: React.ReactNode }) {
  const { legal } = useTexts()
  const { title, lede, parts } = legal[which]
  return (
    <SitePage>
      <article className="reading">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children}
        {parts.map((part) => (
          <section key={part.heading} className="flow">
            <h2>{part.heading}</h2>
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </SitePage>
  )
}
