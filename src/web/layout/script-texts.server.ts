/**
 * The texts of the inline scripts of a page. Only the server needs them: the browser runs the scripts while it reads the page. The texts avoid
 * the characters that HTML escapes, so they reach the browser unchanged, and are the same on every page in a language, because
 * cached pages allow them by their hashes.
 */
import { addressIn, type Language } from '#exam/languages.ts'
import { memberKey, unfinishedKey } from '#web/layout/known-visitor.ts'
import { themeKey } from '#web/layout/theme.ts'

/** Scrolling down past this many pixels hides the header. Source: spec §9. */
const hideBelow = 100
/** Within this many pixels of the top, the header is always visible. Source: spec §9. */
const showAbove = 10

/**
 * Applies the saved theme, and follows changes in other tabs. It also sets `color-scheme`, which colors the empty page before the styles load.
 * It selects one of the `ThemeColors`, which React renders before every script.
 */
const theme = [
  'function applyTheme(theme){const {dataset,style}=document.documentElement;',
  'const isChosen=/^(light|dark)$/.test(theme);',
  'if(isChosen)dataset.theme=style.colorScheme=theme;',
  'else delete dataset.theme,style.colorScheme=``;',
  'for(const meta of document.querySelectorAll(`[data-scheme]`)){const {scheme}=meta.dataset;',
  'meta.media=isChosen?scheme===theme?`all`:`not all`:`(prefers-color-scheme: ${scheme})`}}',
  `function applySaved(){try{applyTheme(localStorage.getItem(\`${themeKey}\`))}catch{}}`,
  'applySaved();addEventListener(`storage`,applySaved)',
].join('')

/** Marks the root element with what `known-visitor.ts` describes. The paths in the storage have no language. */
function markKnownVisitor(language: Language): string {
  const prefix = addressIn(language, '/certifications').length - '/certifications'.length
  return [
    'try{const {dataset}=document.documentElement;',
    `if(/^{/.test(localStorage.getItem(\`${memberKey}\`)))dataset.member=\`\`;`,
    `const pages=localStorage.getItem(\`${unfinishedKey}\`);`,
    `if(pages){dataset.unfinished=\`\`;dataset.strips=pages.split(location.pathname${prefix ? `.slice(${prefix})` : ''}+\` \`).length-1}}catch{}`,
  ].join('')
}

/** Hides the header on scroll. Each page has its own header element. */
const followScroll = [
  '(function(){const find=function(){return document.querySelector(`.site-header`)};let before=scrollY;',
  'function hide(isHidden){find()?.toggleAttribute(`data-hidden`,isHidden)}',
  'addEventListener(`scroll`,function(){const now=scrollY;const move=Math.sign(now-before);before=now;',
  `if(find()?.contains(document.activeElement)||move===-1||Math.sign(now-${showAbove})!==1)hide(false);`,
  `else if(move===1)if(Math.sign(now-${hideBelow})===1)hide(true)},{passive:true});`,
  'addEventListener(`focusin`,function(event){if(find()?.contains(event.target))hide(false)})})()',
].join('')

/** Registers the service worker for pages without client scripts. These pages need no build files later, so they report no build to it. */
const startWorker = [
  'if(navigator.serviceWorker){const worker=navigator.serviceWorker;',
  'const page={path:location.pathname};',
  'worker.onmessage=function(event){if(event.data.isRollCall)event.source.postMessage(page)};',
  'worker.ready.then(function(registration){registration.active.postMessage(page)});',
  'addEventListener(`load`,function(){worker.register(`/sw.js`).catch(function(){})})}',
].join('')

/** The scripts of pages in a language. */
export function scriptTexts(language: Language) {
  return { theme, knownVisitor: markKnownVisitor(language), followScroll, withoutClientScripts: `${followScroll};${startWorker}` }
}
