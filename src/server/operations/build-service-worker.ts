/** Builds the service worker into `/sw.js`, after the files of the site that it will hold. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

type RouteFiles = { path?: string; parentId?: string; module: string; imports?: string[]; css?: string[]; hasDefaultExport: boolean }

/** What the framework tells browsers of its files. */
type Manifest = {
  version: string
  url: string
  entry: { module: string; imports: string[]; css: string[] }
  routes: Record<string, RouteFiles>
}

/** Pages that need a network: they are about one person, for administrators, or for writing to us. */
const onlyOnline = /^(?:admin|contact|login|profile|signup|sign-out|reset-password|verify-email)(?:\/|$)/

/** Of the fonts, those for English and French. Others are fetched when a text needs them. */
const font = /^radio-canada-latin-wdth-.*\.woff2$/

/** `folder` holds the files as browsers get them. */
export async function buildWorker(root: string, folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  const files = await listFiles(folder, manifest)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { builtAs: JSON.stringify(manifest.version), builtFiles: JSON.stringify(files) },
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

async function readManifest(folder: string): Promise<Manifest> {
  const name = (await readdir(join(folder, 'assets'))).find((name) => /^manifest-\w+\.js$/.test(name))
  if (!name) throw new Error('The build has no manifest of its routes')
  const script = await readFile(join(folder, 'assets', name), 'utf8')
  return JSON.parse(script.slice(script.indexOf('=') + 1).replace(/;\s*$/, '')) as Manifest
}

/** Addresses of what pages for everybody need: scripts, now and later, styles and fonts, and the files that the frame of every page names. */
async function listFiles(folder: string, { entry, routes, url }: Manifest): Promise<string[]> {
  const pathOf = ({ path, parentId }: RouteFiles): string =>
    [parentId === undefined ? '' : pathOf(routes[parentId] ?? ({} as RouteFiles)), path].filter(Boolean).join('/')
  const pages = Object.values(routes).filter((route) => route.hasDefaultExport && !onlyOnline.test(pathOf(route)))
  const scripts = [entry, ...pages].flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
  const assets = await readdir(join(folder, 'assets'))
  const linked = assets.filter((name) => font.test(name) || /^styles-.*\.css$/.test(name)).map((name) => `/assets/${name}`)
  const later = await listLater(folder, scripts, new Set(assets))
  const others = (await readdir(folder)).filter((name) => /\.(?:svg|webmanifest)$/.test(name)).map((name) => `/${name}`)
  return [...new Set([url, ...scripts, ...later, ...linked, ...others])].toSorted()
}

/** Files that scripts fetch later, when something is needed: they name them in their texts, and these name further ones. */
async function listLater(folder: string, scripts: readonly string[], assets: ReadonlySet<string>): Promise<string[]> {
  const known = new Set(scripts)
  for (const script of known) {
    if (!script.endsWith('.js')) continue
    const text = await readFile(join(folder, script), 'utf8').catch(() => '')
    for (const [name] of text.matchAll(/[\w.-]+\.(?:js|css)\b/g)) if (assets.has(name)) known.add(`/assets/${name}`)
  }
  return [...known]
}
