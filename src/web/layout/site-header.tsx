/** The header of the site. It hides while the user scrolls down and returns when the user scrolls up. */
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useTexts } from '#web/text/texts.ts'
import { SignOutButton, useAuth } from '#web/accounts/index.ts'

/** Scrolling down past this many pixels hides the header. Source: spec §9. */
export const hideBelow = 100
/** Within this many pixels of the top, the header is always visible. Source: spec §9. */
export const showAbove = 10

export function SiteHeader({ counterpart, knowsViewer }: { counterpart: string | undefined; knowsViewer: boolean }) {
  const { site } = useTexts()
  const { code, name, home } = site.otherLanguage
  const header = useRef<HTMLElement>(null)
  const isHidden = useHiddenByScroll(header)
  const { state } = useAuth()
  // Every visitor is a guest until the session has loaded: pages are the same for all, and the link works without scripts.
  const member = state.status === 'signed-in' ? state.member : null
  return (
    <header ref={header} className="site-header" data-hidden={isHidden || undefined}>
      <Link className="logo" to="/" aria-label={site.home}>
        <b>P</b>raxam
      </Link>
      <nav aria-label={site.main}>
        <NavLink to="/certifications">{site.certifications}</NavLink>
        {member && <NavLink to="/profile">{site.profile}</NavLink>}
        {member?.isAdministrator && <NavLink to="/admin">{site.admin}</NavLink>}
      </nav>
      {/* A page in another language is a separate document, so the router must not handle this link. */}
      <a className="language push small" href={counterpart ?? home} lang={code} hrefLang={code}>
        {name}
      </a>
      {knowsViewer &&
        (member ? (
          <SignOutButton memberId={member.id} />
        ) : (
          <Link className="button" to="/login">
            {site.signIn}
          </Link>
        ))}
    </header>
  )
}

function useHiddenByScroll(header: React.RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const follow = () => {
      const now = window.scrollY
      const hasFocus = header.current?.contains(document.activeElement) ?? false
      if (now <= showAbove || now < before || hasFocus) setHidden(false)
      else if (now > before && now > hideBelow) setHidden(true)
      before = now
    }
    const show = () => setHidden(false)
    const element = header.current
    window.addEventListener('scroll', follow, { passive: true })
    element?.addEventListener('focusin', show)
    return () => {
      window.removeEventListener('scroll', follow)
      element?.removeEventListener('focusin', show)
    }
  }, [header])
  return isHidden
}
