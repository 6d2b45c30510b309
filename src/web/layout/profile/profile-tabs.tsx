/** A tab of the profile: who is signed in, links to all tabs, and the result of the last submission. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { profileHeader } from '#text/site.ts'
import { Notice } from '#web/ui/notice.tsx'

const tabs = [
  { name: 'learning', to: '/profile' },
  { name: 'examDates', to: '/profile/exam-dates' },
  { name: 'settings', to: '/profile/settings' },
  { name: 'account', to: '/profile/account' },
] as const

type Props = {
  email: string
  tab: (typeof tabs)[number]['name']
  /** The text of a problem with a form of the tab. */
  problem?: string | undefined
  done?: string | undefined
  /** More notices above the content. */
  notices?: React.ReactNode
  children: React.ReactNode
}

export function ProfileTabPage({ email, tab, problem, done, notices, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone, the tabs scroll, and the current one may be out of view.
  useEffect(() => {
    // Some browsers return a promise, which must not become the cleanup.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <SitePage>
      <NoindexTitle>{`${tab === 'learning' ? profileHeader.title : profileHeader.tabs[tab]}, Praxam`}</NoindexTitle>
      <div className="member row">
        <span className="tab" data-state="on" aria-hidden="true">
          {email.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <h1>{email}</h1>
          <p className="soft">{profileHeader.role}</p>
        </div>
      </div>
      <nav aria-label={profileHeader.title}>
        <ul className="tabs profile-tabs" role="list" ref={list}>
          {tabs.map(({ name, to }) => (
            <li key={name}>
              <Link to={to} aria-current={name === tab ? 'page' : undefined}>
                {profileHeader.tabs[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="notices flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        {notices}
      </div>
      {children}
    </SitePage>
  )
}
