/** Remembers the attempts to resume for the inline script that reserves space for their strips on the next page. */
import { unfinishedKey } from '#web/layout/known-visitor.ts'

export function rememberUnfinished(attempts: readonly { certificationId: string }[]): void {
  const { dataset } = document.documentElement
  if (attempts.length > 0) dataset['unfinished'] = ''
  else delete dataset['unfinished']
  try {
    const pages = attempts.map(({ certificationId }) => `/certifications/${certificationId} `).join('')
    if (pages) localStorage.setItem(unfinishedKey, pages)
    else localStorage.removeItem(unfinishedKey)
  } catch {
    // Without storage, nothing is reserved.
  }
}
