/**
 * Shortens the list of routes that every page downloads. The router in the browser does not need routes without a page, such as `/api`,
 * files, and feeds: pages call them with `fetch` or load them as documents. It does not need the scripts that a page imports either: they
 * are used only by the server, which has its own list, and by links with `prefetch`, which the site does not have. Routes with an action
 * stay unless they are below `/api`, because forms post to them.
 */
import type { BuildManifest, ManifestRoute } from '#exam/react-router-internals.ts'

export function trimManifest(manifest: BuildManifest): BuildManifest {
  const isForPages = ({ path = '', hasDefaultExport, hasAction }: ManifestRoute) =>
    hasDefaultExport || (hasAction && !path.startsWith('api/'))
  const withoutImports = ({ imports: _imports, ...route }: ManifestRoute) => route
  const routes = Object.entries(manifest.routes).filter(([, route]) => isForPages(route))
  return { ...manifest, routes: Object.fromEntries(routes.map(([id, route]) => [id, withoutImports(route)])) }
}
