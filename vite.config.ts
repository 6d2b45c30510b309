import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Few chunks instead of many small ones: React and the router, the modules that pages of all areas use, and one chunk per area.

/** Folders in `src/web` that every area uses, and the synchronization of attempts. `src/exam` is shared as well. */
const sharedFolders = ['http', 'layout', 'seo', 'styles', 'sync', 'text', 'ui']

/** Areas whose pages are used together. Their modules form one chunk. */
const accountAreas = ['accounts', 'exam-dates', 'profile', 'progress', 'settings']

/**
 * The chunk for a module: `src/web/review/review-today.tsx` and the texts `src/web/text/en/review.ts` are in `review`. A folder in
 * `src/web/ui` is a chunk of its own, because an attempt in progress needs neither forms nor figures.
 */
function findChunk(id: string): string | undefined {
  if (!/[\\/]src[\\/]/.test(id)) return undefined
  const [, folder = 'shared'] = /[\\/]src[\\/]web[\\/](?:text[\\/]en[\\/])?([\w-]+)[\\/.]/.exec(id) ?? []
  const [, uiFolder] = /[\\/]ui[\\/]([\w-]+)[\\/]/.exec(id) ?? []
  if (uiFolder) return uiFolder
  if (sharedFolders.includes(folder)) return 'shared'
  return accountAreas.includes(folder) ? 'account' : folder
}

type ModuleContext = { getModuleInfo: (id: string) => ModuleSummary | null }
type ModuleSummary = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] }

/**
 * Whether pages load the module only on demand. An entry module of an area also exports lazy modules, for other lazy modules, so its
 * import counts only if there is no other.
 */
function isLazy(id: string, context: ModuleContext, visited = new Set<string>()): boolean {
  const { isEntry = false, importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {}
  if (isEntry || visited.has(id)) return !isEntry
  if (dynamicImporters.length > 0) return true
  visited.add(id)
  const direct = importers.filter((importer) => !/[\\/]index\.ts$/.test(importer))
  return (direct.length > 0 ? direct : importers).every((importer) => isLazy(importer, context, visited))
}

/** Lazy modules have no group, so that Rolldown splits them by usage. */
const name = (id: string, context: ModuleContext) => (isLazy(id, context) ? null : (findChunk(id) ?? null))

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // The content security policy refuses the `data:` addresses of inlined images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
            { name, debugName: 'shared', test: (id) => findChunk(id) === 'shared', minShareCount: 2, priority: 2 },
            { name, debugName: 'ui', test: /[\\/]ui[\\/][\w-]+[\\/]/, minShareCount: 2, priority: 2 },
            { name, debugName: 'areas', test: (id) => findChunk(id) !== undefined, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
