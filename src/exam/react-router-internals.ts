/**
 * The parts of React Router that we use beyond its documented API. The service worker, its build, and the server share this module, so it is pure.
 * `tests/react-router-internals.test.ts` checks it against the installed version of React Router.
 */

/** Parts of the address from which the router loads the data of a page: `/exam/mb-800` → `/exam/mb-800.data?_routes=…`, and `/` → `/_.data`. */
const dataExtension = '.data'
const folderDataSuffix = '_.data'
const routesParameter = '_routes='
/** Marks a form whose action belongs to an index route. */
const indexParameter = 'index'

/** The address of the page that a request for data belongs to, without the internal query. `undefined` for other requests. */
export function parseDataAddress(path: string, query: string): { path: string; query: string } | undefined {
  if (!path.endsWith(dataExtension)) return undefined
  const suffix = path.endsWith(`/${folderDataSuffix}`) ? folderDataSuffix : dataExtension
  const ownQuery = query.split('&').filter((parameter) => parameter !== '' && !parameter.startsWith(routesParameter))
  return { path: path.slice(0, -suffix.length), query: ownQuery.join('&') }
}

/** The address of the requested page, without parameters of the router: `/profile.data?tab=2&_routes=a` → `/profile?tab=2`. */
export function findPageAddress(path: string, query: string): string {
  const page = parseDataAddress(path, query) ?? { path, query }
  const ownQuery = page.query
    .split('&')
    .filter((parameter) => !['', indexParameter].includes(parameter) && !parameter.startsWith(routesParameter))
  return ownQuery.length > 0 ? `${page.path}?${ownQuery.join('&')}` : page.path
}

/**
 * The `_routes` parameter of a request for the data of some routes: `_routes=a%2Fb`. `null` if it is not at the end, where the router puts
 * it. `undefined` if there is none.
 */
export function findRoutesParameter(query: string): string | null | undefined {
  const [written] = /(?:^|(?<=&))_routes=[\w%.,-]{1,80}$/.exec(query) ?? []
  return written ?? (query.includes(routesParameter) ? null : undefined)
}

/** Headers of an empty response with status 204 to a request for data. They make the router load the page as a document. */
export function documentLoadHeaders(page: string): Record<string, string> {
  return { 'X-Remix-Redirect': page, 'X-Remix-Reload-Document': 'true' }
}

/** A route in the manifest. Scripts and styles are addresses such as `/assets/exam-CVkVWyPN.js`. */
export type ManifestRoute = {
  path?: string
  parentId?: string
  module: string
  imports?: string[]
  css?: string[]
  hasDefaultExport: boolean
  hasAction: boolean
}

/** The browser files of a build. `version` is the fingerprint of the build; `url` is the address of the manifest. */
export type BuildManifest = {
  version: string
  url: string
  entry: { module: string; imports: string[]; css: string[] }
  routes: Record<string, ManifestRoute>
}

/** Name of the manifest script among the assets of a build. */
export const manifestFileName = /^manifest-\w+\.js$/

/** Reads the manifest script, `window.__reactRouterManifest={…};`. */
export function parseManifest(script: string): BuildManifest {
  return JSON.parse(script.slice(script.indexOf('=') + 1).replace(/;\s*$/, '')) as BuildManifest
}

/** Name of the global variable with the {@link BuildManifest} of the current page. A page without client scripts has none. */
export const manifestVariable = '__reactRouterManifest'

/**
 * Gives the scripts of a page a low priority, so that they load after the visible content. React Router has no setting for it, so
 * this changes the HTML.
 */
export function lowerScriptPriority(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
