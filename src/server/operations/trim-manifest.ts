/**
 * Removes from the list of routes that every page downloads what the router in the browser does not need: routes without a page, such as those
 * of `/api`, files and feeds, which pages call with `fetch` or load as documents, and the scripts that a page imports. Only the server and links
 * with `prefetch` use these, and the server has its own list. Routes with an action stay, because forms post to them.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFileName, manifestVariable, parseManifest, type BuildManifest, type ManifestRoute } from '#exam/react-router-internals.ts'

/** `folder` is the browser build. */
export async function trimManifest(folder: string): Promise<void> {
  const path = await findManifest(folder)
  const trimmed = trim(parseManifest(await readFile(path, 'utf8')))
  await writeFile(path, `window.${manifestVariable}=${JSON.stringify(trimmed)};`)
}

/** The path of the script with the list of routes. */
export async function findManifest(folder: string): Promise<string> {
  const name = (await readdir(join(folder, 'assets'))).find((file) => manifestFileName.test(file))
  if (!name) throw new Error('The build has no manifest of its routes')
  return join(folder, 'assets', name)
}

function trim(manifest: BuildManifest): BuildManifest {
  const isForPages = ({ path = '', hasDefaultExport, hasAction }: ManifestRoute) =>
    hasDefaultExport || (hasAction && !path.startsWith('api/'))
  const withoutImports = ({ imports: _imports, ...route }: ManifestRoute) => route
  const routes = Object.entries(manifest.routes).filter(([, route]) => isForPages(route))
  return { ...manifest, routes: Object.fromEntries(routes.map(([id, route]) => [id, withoutImports(route)])) }
}
