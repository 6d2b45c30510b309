/** A panel beside the question with the documentation of the exam. Records the time spent on documentation pages. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import type { DocumentationArea, OfferedPage } from '#exam/documentation.ts'
import { createTimeAway } from '#web/simulation/time-away.ts'
import { fetchJson } from '#web/sync/index.ts'
import { documentation as words } from '#text/documentation.ts'
import { simulation } from '#text/simulation.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AreaName } from '#web/ui/areas/area-name.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

export type DrawerProps = {
  attempt: Attempt
  onMove: (move: Move) => void
  /** Receives a function to call before the attempt is finished, because no time is recorded afterward. */
  onCounting: (beforeFinish: (() => void) | undefined) => void
  isOpen: boolean
  onClose: () => void
}

/** How often time is recorded while the candidate is away, so that little is lost when the browser closes the page. */
const partMs = 30_000

const searchAddress = 'https://learn.microsoft.com/en-us/search/'

export function DocumentationDrawer({ attempt, onMove, onCounting, isOpen, onClose }: DrawerProps) {
  const { areas, retry } = useDocumentation(attempt.certificationId)
  const noteOpened = useTimeAway(onMove, onCounting)
  return (
    <SidePanel
      title={words.title}
      line={
        <>
          <Icon name="clock" /> {words.clock}
        </>
      }
      closeLabel={words.close}
      isOpen={isOpen}
      onClose={onClose}
    >
      <div className="body documentation">
        <PageLink page={{ title: words.search, address: searchAddress }} onOpen={noteOpened} />
        {areas === 'failed' ? (
          <div className="notice" role="alert">
            <p>{words.notLoaded}</p>
            <button className="button" type="button" onClick={retry}>
              {simulation.tryAgain}
            </button>
          </div>
        ) : !areas ? (
          <p role="status">{words.loading}</p>
        ) : areas.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <div>
            <p className="soft">{words.intro}</p>
            {areas.map(({ skillArea, pages }) => (
              <details key={skillArea}>
                <summary>
                  <AreaName name={skillArea} /> <span className="small">{words.pages(pages.length)}</span>
                </summary>
                <ul role="list">
                  {pages.map((page) => (
                    <li key={page.address}>
                      <PageLink page={page} onOpen={noteOpened} />
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </div>
        )}
      </div>
      <div className="foot">
        <p className="small">{words.away(simulation.clock(Math.round((attempt.awayMs ?? 0) / 1000)))}</p>
      </div>
    </SidePanel>
  )
}

function PageLink({ page: { title, address }, onOpen }: { page: OfferedPage; onOpen: () => void }) {
  return (
    <a href={address} rel="external noopener" target="_blank" onClick={onOpen} onAuxClick={onOpen}>
      {title}
    </a>
  )
}

/** `areas` is `undefined` while they load. */
function useDocumentation(certificationId: string) {
  const [areas, setAreas] = useState<readonly DocumentationArea[] | 'failed'>()
  const load = useCallback(() => {
    fetchJson<DocumentationArea[]>(`/api/banks/${certificationId}/documentation`, null).then(
      (loaded) => setAreas(loaded ?? 'failed'),
      () => setAreas('failed'),
    )
  }, [certificationId])
  useEffect(load, [load])
  return {
    areas,
    retry: () => {
      setAreas(undefined)
      load()
    },
  }
}

/** Records the time away. Returns a function to call when a documentation page opens. */
function useTimeAway(onMove: DrawerProps['onMove'], onCounting: DrawerProps['onCounting']): () => void {
  const [counter] = useState(createTimeAway)
  const record = useEffectEvent((ms: number) => {
    if (ms > 0) onMove({ type: 'away', at: Date.now(), ms: Math.round(ms) })
  })
  useEffect(() => {
    const look = () => record(counter.look(document.visibilityState === 'hidden' || !document.hasFocus(), Date.now()))
    const take = () => record(counter.take(Date.now()))
    const timer = setInterval(take, partMs)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('blur', look)
    window.addEventListener('focus', look)
    onCounting(take)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('blur', look)
      window.removeEventListener('focus', look)
      onCounting(undefined)
    }
  }, [counter, onCounting])
  return counter.open
}
