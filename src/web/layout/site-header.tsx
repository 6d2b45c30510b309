/** The header of the site. An inline script hides it while the user scrolls down and shows it when the user scrolls up. */
import { Link, NavLink } from 'react-router'
import { site } from '#text/site.ts'
import { LanguageLinks } from '#web/layout/language-links.tsx'
import { SignOutButton, useAuth } from '#web/accounts/index.ts'

export function SiteHeader({ counterpart, knowsViewer }: { counterpart: string | null | undefined; knowsViewer: boolean }) {
  const { state } = useAuth()
  // Every visitor counts as a guest until the session has loaded: pages are the same for all, and the link works without scripts.
  const member = state.status === 'signed-in' ? state.member : null
  const isChecking = knowsViewer && state.status === 'checking'
  const isMember = member !== null || isChecking
  // While the session loads, the styles show the member links if a member was signed in on the last page.
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
        {member?.isAdministrator && (
          // These screens are English only, so from another language they are a separate document.
          <NavLink to="/admin" reloadDocument>
            {site.admin}
          </NavLink>
        )}
      </nav>
      <LanguageLinks className="language push small" counterpart={counterpart} />
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
