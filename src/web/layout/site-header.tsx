/** The header of the site. It makes room while one reads downwards and returns as soon as one looks for it. */
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useTexts } from '#web/text/texts.ts'

/** Scrolling down past this many pixels hides the header. Source: spec §9. */
const hideBelow = 100
/** Within this many pixels of the top it always shows. Source: spec §9. */
const showAbove = 10
export function SiteHeader() {
  const { site } = useTexts()
  const header = useRef<HTMLElement>(null)
  const isHidden = useHiddenByScroll(header)
  return (
    <header ref={header} className="site-header" data-hidden={isHidden || undefined}>
      <Link className="logo" to="/" aria-label={site.home}>
        <b>P</b>raxam
      </Link>
      <nav aria-label={site.main}>
        <NavLink to="/certifications">{site.certifications}</NavLink>
      </nav>
      {/* Accounts do not exist yet; until then the button is as spec §2 describes it. */}
      <button className="button push" type="button" disabled>
        {site.signIn}
      </button>
    </header>
  )
}

function useHiddenByScroll(header: React.RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const follow = () => {
      const now = window.scrollY
      const holdsFocus = header.current?.contains(document.activeElement) ?? false
      if (now <= showAbove || now < before || holdsFocus) setHidden(false)
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
