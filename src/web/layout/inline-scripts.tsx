/** The inline scripts at the end of a page: they hide the header on scroll and, without client scripts, register the service worker. */
import { use } from 'react'
import { ScriptNonce } from '#web/layout/theme.tsx'

/** Scrolling down past this many pixels hides the header. Source: spec §9. */
const hideBelow = 100
/** Within this many pixels of the top, the header is always visible. Source: spec §9. */
const showAbove = 10

/** Avoids the characters that HTML escapes, so that the text reaches the browser unchanged. Each page has its own header element. */
const followScroll = [
  '(function(){const find=function(){return document.querySelector(`.site-header`)};let before=scrollY;',
  'function hide(isHidden){find()?.toggleAttribute(`data-hidden`,isHidden)}',
  'addEventListener(`scroll`,function(){const now=scrollY;const move=Math.sign(now-before);before=now;',
  `if(find()?.contains(document.activeElement)||move===-1||Math.sign(now-${showAbove})!==1)hide(false);`,
  `else if(move===1)if(Math.sign(now-${hideBelow})===1)hide(true)},{passive:true});`,
  'addEventListener(`focusin`,function(event){if(find()?.contains(event.target))hide(false)})})()',
].join('')

/** Does what `service-worker.ts` does for other pages. These pages load no later files that a new release could remove. */
const startWorker = [
  'if(navigator.serviceWorker){const worker=navigator.serviceWorker;',
  'const page={path:location.pathname};',
  'worker.onmessage=function(event){if(event.data.isRollCall)event.source.postMessage(page)};',
  'worker.ready.then(function(registration){registration.active.postMessage(page)});',
  'addEventListener(`load`,function(){worker.register(`/sw.js`).catch(function(){})})}',
].join('')

export function InlineScripts({ hasNoClientScripts }: { hasNoClientScripts: boolean }) {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {hasNoClientScripts ? `${followScroll};${startWorker}` : followScroll}
    </script>
  )
}
