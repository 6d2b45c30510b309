/**
 * Removes from the list of routes that every page downloads what the router in the browser does not need: routes without a page, such as those
 * of `/api`, files, and feeds, which pages call with `fetch` or load as documents, and the scripts that a page imports. Only the server and links
 * with `prefetch` use these, and the server has its own list. Routes with an action stay, because forms post to them.
 */
import type { BuildManifest, ManifestRoute } from '#exam/react-router-internals.ts'

export function trimManifest(manifest: BuildManifest): BuildManifest {
  const isForPages = ({ path = '', hasDefaultExport, hasAction }: ManifestRoute) =>
    hasDefaultExport || (hasAction && !path.startsWith('api/'))
  const withoutImports = ({ imports: _imports, ...route }: ManifestRoute) => route
  const routes = Object.entries(manifest.routes).filter(([, route]) => isForPages(route))
  return { ...manifest, routes: Object.fromEntries(routes.map(([id, route]) => [id, withoutImports(route)])) }
}
