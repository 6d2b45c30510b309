/** The header of the site. An inline script hides it while the user scrolls down and shows it when the user scrolls up. */
import { Link, NavLink } from 'react-router'
import { useTexts } from '#web/text/texts.ts'
import { SignOutButton, useAuth } from '#web/accounts/index.ts'

export function SiteHeader({ counterpart, knowsViewer }: { counterpart: string | undefined; knowsViewer: boolean }) {
  const { site } = useTexts()
  const { code, name, pages, home } = site.otherLanguage
  const { state } = useAuth()
  // Every visitor is a guest until the session has loaded: pages are the same for all, and the link works without scripts.
  const member = state.status === 'signed-in' ? state.member : null
  const isChecking = knowsViewer && state.status === 'checking'
  const isMember = member !== null || isChecking
  // Until then, the styles show the links of members where a member was signed in on the last page.
  const membersOnly = isChecking ? 'for-members' : ''
  return (
    <header className="site-header">
      <Link className="logo" to="/" aria-label={site.home}>
        <b>P</b>raxam
      </Link>
      <nav aria-label={site.main}>
        {isMember && (
          <NavLink className={membersOnly} to="/" end>
            {site.today}
          </NavLink>
        )}
        <NavLink to="/certifications">{site.certifications}</NavLink>
        {isMember && (
          <NavLink className={membersOnly} to="/profile">
            {site.profile}
          </NavLink>
        )}
        {member?.isAdministrator && <NavLink to="/admin">{site.admin}</NavLink>}
      </nav>
      {/* A page in another language is a separate document, so the router must not handle this link. */}
      <a className="language push small" href={counterpart ?? home} lang={code} hrefLang={code}>
        <span className="language-code">{code.toUpperCase()}</span> <span className="language-name">{counterpart ? name : pages}</span>
      </a>
      {knowsViewer &&
        (member ? (
          <SignOutButton memberId={member.id} />
        ) : (
          <Link className={isChecking ? 'button for-guests' : 'button'} to="/login">
            {site.signIn}
          </Link>
        ))}
    </header>
  )
}
