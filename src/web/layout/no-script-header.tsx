/** The small scripts of pages without client scripts: they hide the header on scroll and register the service worker. */
import { use } from 'react'
import { hideBelow, showAbove } from '#web/layout/site-header.tsx'
import { ScriptNonce } from '#web/layout/theme.tsx'

/** Avoids the characters that HTML escapes, so that the text reaches the browser unchanged. */
export const followScroll = [
  '(function(){const header=document.querySelector(`.site-header`);let before=scrollY;',
  'function hide(isHidden){header.toggleAttribute(`data-hidden`,isHidden)}',
  'addEventListener(`scroll`,function(){const now=scrollY;const move=Math.sign(now-before);before=now;',
  `if(header.contains(document.activeElement)||move===-1||Math.sign(now-${showAbove})!==1)hide(false);`,
  `else if(move===1)if(Math.sign(now-${hideBelow})===1)hide(true)},{passive:true});`,
  'header.addEventListener(`focusin`,function(){hide(false)})})()',
].join('')

/** Does what `service-worker.ts` does for other pages. These pages load no later files that a new release could remove. */
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
