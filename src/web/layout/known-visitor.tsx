/**
 * What this device knows about its user before the page loads the session: a member was signed in, or an attempt can be resumed. A
 * public page is the same for everyone, so a script marks the root element before the first paint, and the styles show the place
 * that the user's content will fill. Nothing moves when it loads.
 */
import { use } from 'react'
import { ScriptNonce } from '#web/layout/theme.tsx'

/** Storage key of the member who was signed in at the last check; `null` as text for a guest. */
export const memberKey = 'praxam-member'
/** Storage key of the pages whose exams have an attempt to resume: `/certifications/mb-800 /certifications/pl-900 `, once for each attempt. */
export const unfinishedKey = 'praxam-unfinished'

/** Avoids the characters that HTML escapes. */
const markRoot = [
  'try{const {dataset}=document.documentElement;',
  `if(/^{/.test(localStorage.getItem(\`${memberKey}\`)))dataset.member=\`\`;`,
  `const pages=localStorage.getItem(\`${unfinishedKey}\`);`,
  'if(pages){dataset.unfinished=``;dataset.strips=pages.split(location.pathname+` `).length-1}}catch{}',
].join('')

/** Belongs in the head, so that it runs before the first paint. */
export function KnownVisitorScript() {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {markRoot}
    </script>
  )
}
