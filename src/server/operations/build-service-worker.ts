/** Builds the service worker `/sw.js`. Runs after the build of the site, because the worker contains the list of the site's files. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { publicPages } from '#exam/public-pages.ts'
import { defaultLanguage, languages } from '#exam/languages.ts'
import type { BuildManifest, ManifestRoute } from '#exam/react-router-internals.ts'
import type { SiteManifests } from '#server/operations/site-manifests.ts'

/** The fonts for English and French. Browsers fetch other fonts when a text needs them. */
const fontFile = /^radio-canada-latin-wdth-.*\.woff2$/

/** `folder` is the browser build. */
export async function buildServiceWorker(root: string, folder: string, manifests: SiteManifests): Promise<void> {
  const files: Record<string, string[]> = {}
  for (const language of languages) files[language] = await listOfflineFiles(folder, manifests[language])
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { builtAs: JSON.stringify(manifests[defaultLanguage].version), builtFiles: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** Addresses of the scripts, styles, and fonts of pages that work offline, and of the icons that every page uses. */
async function listOfflineFiles(folder: string, { entry, routes, url }: BuildManifest): Promise<string[]> {
  const routesOffline = Object.values(routes).filter((route) => route.hasDefaultExport && worksOffline(fullPath(route, routes)))
  const files = [entry, ...routesOffline].flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
  const assets = await readdir(join(folder, 'assets'))
  const linked = assets.filter((name) => fontFile.test(name) || /^styles-.*\.css$/.test(name)).map((name) => `/assets/${name}`)
  const lazy = await listLazyFiles(folder, files, new Set(assets))
  const icons = (await readdir(folder)).filter((name) => /\.(?:svg|webmanifest)$/.test(name)).map((name) => `/${name}`)
  return [...new Set([url, ...files, ...lazy, ...linked, ...icons])].toSorted()
}

function fullPath({ path, parentId }: ManifestRoute, routes: BuildManifest['routes']): string {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return [parent && fullPath(parent, routes), path].filter(Boolean).join('/')
}

/** Includes the root route, which every page needs: its path is empty, like the path of the home page. */
function worksOffline(path: string): boolean {
  return publicPages.some(({ route, offline }) => route === path && offline !== 'none')
}

/** The given files, and the files that their scripts import later. A script contains the names of the files that it imports. */
async function listLazyFiles(folder: string, files: readonly string[], assets: ReadonlySet<string>): Promise<string[]> {
  const found = new Set(files)
  for (const file of found) {
    if (!file.endsWith('.js')) continue
    const script = await readFile(join(folder, file), 'utf8').catch(() => '')
    for (const [name] of script.matchAll(/[\w.-]+\.(?:js|css)\b/g)) if (assets.has(name)) found.add(`/assets/${name}`)
  }
  return [...found]
}
