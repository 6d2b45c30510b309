/**
 * The manifests of a build: for each language, the list of routes with their scripts. React Router writes the manifest for the English
 * scripts. This module derives the other manifests, gives all of them the same version, and writes them twice:
 *
 * | file                                | for                                                       |
 * | ----------------------------------- | --------------------------------------------------------- |
 * | `client/assets/manifest-fr-<version>.js` | pages in the browser, without routes that they do not need |
 * | `server/manifests.json`             | the server, all routes                                    |
 */
import { createHash } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, languages, type Language } from '#exam/languages.ts'
import { manifestFileName, manifestVariable, parseManifest, type BuildManifest, type ManifestRoute } from '#exam/react-router-internals.ts'
import { languageManifestPath } from '#server/operations/language-builds.ts'
import { trimManifest } from '#server/operations/trim-manifest.ts'

export type SiteManifests = Record<Language, BuildManifest>

/** A chunk in Vite's manifest, where its key is the path of its source. `imports` are keys of other chunks. */
type ViteChunk = { file: string; imports?: string[] }
type ViteManifest = Partial<Record<string, ViteChunk>>

/** The module of each route, relative to the folder of the routes. */
type RouteFiles = Record<string, { file: string } | undefined>

/** React Router adds this to the name of a route's module in the browser build. */
const routeModuleMark = '?__react-router-build-client-route'

/** `folder` is the build, `sources` the folder of the routes relative to the project, such as `src/web`. */
export async function writeManifests(folder: string, sources: string, routeFiles: RouteFiles): Promise<SiteManifests> {
  const client = join(folder, 'client')
  const file = await findManifest(client)
  const english = parseManifest(await readFile(file, 'utf8'))
  const manifests = { [defaultLanguage]: english } as SiteManifests
  for (const language of languages.filter((one) => one !== defaultLanguage)) {
    const path = languageManifestPath(client, language)
    const chunks = JSON.parse(await readFile(path, 'utf8')) as ViteManifest
    manifests[language] = translateManifest(english, chunks, sources, routeFiles)
  }
  await rm(file)
  await rm(join(client, '.vite'), { recursive: true, force: true })
  const version = createHash('sha256').update(JSON.stringify(manifests)).digest('hex').slice(0, 8)
  for (const language of languages) {
    const url = `/assets/manifest-${language}-${version}.js`
    const manifest = { ...manifests[language], version, url }
    manifests[language] = manifest
    await writeFile(join(client, url), `window.${manifestVariable}=${JSON.stringify(trimManifest(manifest))};`)
  }
  await writeFile(join(folder, 'server/manifests.json'), JSON.stringify(manifests))
  return manifests
}

/** The manifests of the build that a server runs. */
export async function readManifests(folder: string): Promise<SiteManifests> {
  return JSON.parse(await readFile(join(folder, 'server/manifests.json'), 'utf8')) as SiteManifests
}

/** The path of the script that React Router wrote. */
async function findManifest(client: string): Promise<string> {
  const name = (await readdir(join(client, 'assets'))).find((file) => manifestFileName.test(file))
  if (!name) throw new Error('The build has no manifest of its routes')
  return join(client, 'assets', name)
}

/** The manifest of another language: the same routes and styles with the scripts of that language. */
function translateManifest(english: BuildManifest, chunks: ViteManifest, sources: string, routeFiles: RouteFiles): BuildManifest {
  const entryKey = `${sources}/entry.client.tsx`
  const scriptsOf = (...keys: string[]) => {
    const [module = ''] = keys.map((key) => `/${findChunk(chunks, key).file}`)
    return { module, imports: listImports(chunks, keys) }
  }
  const routes = Object.entries(english.routes).map(([id, route]): [string, ManifestRoute] => {
    const key = `${sources}/${routeFiles[id]?.file}${routeModuleMark}`
    return [id, { ...route, ...(route.parentId === undefined ? scriptsOf(key, entryKey) : scriptsOf(key)) }]
  })
  return { ...english, entry: { ...english.entry, ...scriptsOf(entryKey) }, routes: Object.fromEntries(routes) }
}

/** The files that chunks import, directly or indirectly. */
function listImports(chunks: ViteManifest, keys: readonly string[]): string[] {
  const visited = new Set(keys)
  const files = new Set<string>()
  for (const key of visited)
    for (const imported of findChunk(chunks, key).imports ?? []) {
      visited.add(imported)
      files.add(`/${findChunk(chunks, imported).file}`)
    }
  return [...files]
}

function findChunk(chunks: ViteManifest, key: string): ViteChunk {
  const chunk = chunks[key]
  if (!chunk) throw new Error(`The browser build has no ${key}`)
  return chunk
}
