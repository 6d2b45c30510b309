/** What a page without the scripts of the framework does: its header makes room while one reads downwards, and it has the worker. */
import { use } from 'react'
import { hideBelow, showAbove } from '#web/layout/site-header.tsx'
import { ScriptNonce } from '#web/layout/theme.tsx'

/** Does without the signs that are written differently in HTML, so it arrives as it stands here. */
export const followScroll = [
  '(function(){const header=document.querySelector(`.site-header`);let before=scrollY;',
  'function hide(isHidden){header.toggleAttribute(`data-hidden`,isHidden)}',
  'addEventListener(`scroll`,function(){const now=scrollY;const move=Math.sign(now-before);before=now;',
  `if(header.contains(document.activeElement)||move===-1||Math.sign(now-${showAbove})!==1)hide(false);`,
  `else if(move===1)if(Math.sign(now-${hideBelow})===1)hide(true)},{passive:true});`,
  'header.addEventListener(`focusin`,function(){hide(false)})})()',
].join('')

/** What `service-worker.ts` does for other pages; a page like this has no later files that a release could take away. */
export const startWorker = [
  'if(navigator.serviceWorker){const worker=navigator.serviceWorker;',
  'const page={path:location.pathname};',
  'worker.onmessage=function(event){if(event.data.isRollCall)event.source.postMessage(page)};',
  'worker.ready.then(function(registration){registration.active.postMessage(page)});',
  'addEventListener(`load`,function(){worker.register(`/sw.js`).catch(function(){})})}',
].join('')

export function NoScriptHeader() {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {`${followScroll};${startWorker}`}
    </script>
  )
}
