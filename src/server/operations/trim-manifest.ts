/**
 * Removes the routes of `/api` from the list of routes that every page downloads. Pages call them with `fetch` and never link to them, so
 * the router in the browser does not need them.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFileName, manifestVariable, parseManifest, type BuildManifest } from '#exam/react-router-internals.ts'

/** `folder` is the browser build. */
export async function trimManifest(folder: string): Promise<void> {
  const path = await findManifest(folder)
  const trimmed = withoutApiRoutes(parseManifest(await readFile(path, 'utf8')))
  await writeFile(path, `window.${manifestVariable}=${JSON.stringify(trimmed)};`)
}

/** The path of the script with the list of routes. */
export async function findManifest(folder: string): Promise<string> {
  const name = (await readdir(join(folder, 'assets'))).find((file) => manifestFileName.test(file))
  if (!name) throw new Error('The build has no manifest of its routes')
  return join(folder, 'assets', name)
}

function withoutApiRoutes(manifest: BuildManifest): BuildManifest {
  const isForPages = ({ path = '', hasDefaultExport }: BuildManifest['routes'][string]) => hasDefaultExport || !path.startsWith('api/')
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([, route]) => isForPages(route))) }
}
