/** `/legal-notice`: who operates the site, from the settings of the operator. */
import { Link } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { legalNotice as words } from '#text/legal-notice.ts'
import { FactList } from '#web/ui/figures/fact-list.tsx'
import type { Route } from './+types/legal-notice.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { operator, contactAddress } = context.get(servicesContext)
  return { operator, contactAddress }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: `${words.title}, Praxam`, description: words.description, path: '/legal-notice', matches })
}

export default function LegalNotice({ loaderData: { operator, contactAddress } }: Route.ComponentProps) {
  const { name, address, phone, director, host } = operator
  return (
    <SitePage>
      <article className="reading">
        <h1>{words.title}</h1>
        {name === undefined ? (
          <p className="lede">{words.unknown}</p>
        ) : (
          <>
            <p className="lede">{words.lede}</p>
            <FactList
              facts={[
                [words.operator, name],
                [words.address, address],
                [words.phone, phone],
                [words.mail, contactAddress],
                [words.director, director],
                [words.host, host],
              ]}
            />
          </>
        )}
        <p>
          <Link className="link-alone" to="/contact">
            {words.contact}
          </Link>
        </p>
      </article>
    </SitePage>
  )
}
