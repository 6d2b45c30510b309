/** Notices about results of a member that a corrected answer key changed. The browser fetches them, because pages may be the same for everyone. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CorrectionNotice } from '#exam/results/correction.ts'
import { fetchJson, ownerHeaders, responseTimeoutMs } from '#web/sync/index.ts'
import { rescoring as words } from '#text/rescoring.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const address = '/api/correction-notices'

export function CorrectionNotices({ memberId }: { memberId: string }) {
  const [notices, setNotices] = useState<readonly CorrectionNotice[]>([])
  useEffect(() => {
    let isShown = true
    fetchJson<CorrectionNotice[]>(address, memberId).then(
      (found) => isShown && setNotices(found ?? []),
      // The next page requests them again.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [memberId])
  if (notices.length === 0) return null
  return (
    <section className="correction-notices flow" aria-label={words.noticesLabel}>
      {notices.map((notice) => (
        <OneNotice key={notice.challengeId} memberId={memberId} notice={notice} onDismissed={setNotices} />
      ))}
    </section>
  )
}

type OneNoticeProps = { memberId: string; notice: CorrectionNotice; onDismissed: (left: readonly CorrectionNotice[]) => void }

function OneNotice({ memberId, notice, onDismissed }: OneNoticeProps) {
  const { challengeId, certificationId, correctedOn, publicReason, attempts, attemptId } = notice
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const dismiss = async () => {
    setBusy(true)
    setFailed(false)
    const left = await dismissNotice(memberId, challengeId)
    setBusy(false)
    if (left) onDismissed(left)
    else setFailed(true)
  }
  return (
    <>
      <div className="notice">
        <p>
          {words.notice(certificationId.toUpperCase(), correctedOn, attempts)} {publicReason}
        </p>
        <Link className="button" to={`/profile/history/${attemptId}#corrected`}>
          {words.toAttempt(attempts)}
        </Link>
        <Link className="link-alone" to={`/certifications/${certificationId}/changes`}>
          {words.toChanges}
        </Link>
        <BusyButton label={words.dismiss} busy={words.dismissing} isBusy={isBusy} kind="quiet" onPress={() => void dismiss()} />
      </div>
      {hasFailed && <Notice verdict="wrong">{words.notDismissed}</Notice>}
    </>
  )
}

/** @returns the remaining notices; `undefined` when the request failed */
async function dismissNotice(memberId: string, challengeId: string): Promise<CorrectionNotice[] | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: ownerHeaders(memberId, undefined),
      body: new URLSearchParams({ dismiss: challengeId }),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    return response.ok ? ((await response.json()) as CorrectionNotice[]) : undefined
  } catch {
    return undefined
  }
}
