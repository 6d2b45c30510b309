/** A page of legal text. The text is loader data, so that no other page downloads it. */
import { Link, type MetaDescriptor } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { legal, type LegalText } from '#text/legal.ts'
import { day } from '#text/figures/dates.ts'

export function legalMeta(text: LegalText | undefined, path: string, matches: Parameters<typeof pageMeta>[0]['matches']): MetaDescriptor[] {
  return text ? pageMeta({ title: `${text.title}, Praxam`, description: text.description, path, matches }) : []
}

export function LegalPage({ text: { title, lede, parts, changedOn }, children }: { text: LegalText; children?: React.ReactNode }) {
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
            {part.links && (
              <p className="row">
                {part.links.map(({ to, label }) => (
                  <Link key={to} to={to}>
                    {label}
                  </Link>
                ))}
              </p>
            )}
          </section>
        ))}
        <p className="small changed">
          {legal.lastChanged} <time dateTime={changedOn}>{day(changedOn)}</time>
        </p>
      </article>
    </SitePage>
  )
}
