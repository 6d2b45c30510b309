/** Remembers the attempts to resume for the script of `known-visitor.tsx`, which reserves space for their strips on the next page. */
import { unfinishedKey } from '#web/layout/known-visitor.tsx'

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
