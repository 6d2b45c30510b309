import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { asciiOutput } from './src/server/operations/ascii-output.ts'
import { languageBuilds } from './src/server/operations/language-builds.ts'
import { loadOnDemand } from './src/server/operations/load-on-demand.ts'
import { programs } from './src/server/platform/sibling-program.ts'

// Few chunks instead of many small ones: React and the router, the modules that pages of all areas use, and one chunk per area.

/** Folders in `src/web` that every page uses, such as the synchronization of attempts. */
const sharedFolders = ['http', 'language', 'layout', 'seo', 'sync', 'text', 'ui']

/**
 * Chunks that are not named after their area: areas whose pages are used together, and parts that few pages need. The scripts of the exam
 * page have a budget, so an attempt in progress loads neither results, forms nor figures, nor what plans the next attempt. A name with
 * `exam/` is a folder in `src/exam`, whose other modules are shared.
 */
const chunks: Partial<Record<string, string>> = {
  accounts: 'account',
  bank: 'shared',
  'exam/bank-file': 'bank-file',
  'exam/paper': 'paper-request',
  'exam/planning': 'planning',
  'exam/reports': 'report',
  'exam/results': 'results',
  'exam/sending': 'sending',
  'layout/profile': 'account',
  notes: 'practice',
  'practice/adoption': 'adoption',
  'practice/paper': 'paper',
  'practice/results': 'results',
  profile: 'account',
  progress: 'account',
  reports: 'report',
  settings: 'account',
  'sync/notes': 'notes',
  'sync/planning': 'planning',
  'sync/sending': 'sending',
  'text/accounts': 'account',
  'text/simulation': 'simulation',
  'text/start-attempt': 'practice-panel',
  'ui/areas': 'areas',
  'ui/figures': 'figures',
  'ui/forms': 'forms',
}

/** The chunk for a module: `src/web/review/review-today.tsx` and the texts `src/web/text/en/review.ts` are in `review`. */
function findChunk(id: string): string | undefined {
  // Styles stay with the modules that import them.
  const path = /[\\/]src[\\/](.*(?<!\.css))$/.exec(id)?.[1]?.replaceAll('\\', '/')
  if (path === undefined) return undefined
  const [, folder = 'shared', subfolder] = /^(?:web\/(?:text\/\w\w\/)?)?([\w-]+)[/.](?:([\w-]+)\/)?/.exec(path) ?? []
  const chunk = chunks[`${folder}/${subfolder}`] ?? chunks[folder]
  return chunk ?? (folder === 'exam' || sharedFolders.includes(folder) ? 'shared' : folder)
}

type Modules = { getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null }

/** Administrators read English in every language of the site. Without this rule, the other pages of a language would load English texts too. */
function isOnlyForAdmins(id: string, modules: Modules, seen: readonly string[] = []): boolean {
  if (/[\\/]src[\\/]web[\\/](?:text[\\/]en[\\/])?admin[\\/]/.test(id)) return true
  const isEnglishText = /[\\/]src[\\/]web[\\/]text[\\/]en[\\/]/.test(id)
  const importers = isEnglishText && !seen.includes(id) ? (modules.getModuleInfo(id)?.importers ?? []) : []
  return importers.length > 0 && importers.every((one) => isOnlyForAdmins(one, modules, [...seen, id]))
}

const name = (id: string, modules: Modules) => {
  const chunk = findChunk(id)
  return chunk === undefined || (chunk !== 'admin' && isOnlyForAdmins(id, modules)) ? null : chunk
}

/** Modules that pages load only on demand have no group, so that Rolldown splits them by usage. */
const tags: ['$initial'] = ['$initial']

const groups = [
  { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  { name, tags, debugName: 'shared', test: (id: string) => findChunk(id) === 'shared', minShareCount: 2, priority: 2 },
  { name, tags, debugName: 'parts', test: /[\\/](?:sync|ui)[\\/]\w+[\\/]/, minShareCount: 2, priority: 2 },
  // Before the results, because a group takes what its modules import.
  { name, tags, debugName: 'practice', test: (id: string) => findChunk(id) === 'practice', priority: 1.5 },
  // In one file, because a retry after a failed load requests only the file that the page imports.
  { name, debugName: 'results', test: (id: string) => findChunk(id) === 'results', priority: 1.2 },
  { name, tags, debugName: 'areas', test: (id: string) => findChunk(id) !== undefined, minShareCount: 2, priority: 1 },
]

/** Packages with native code, WebAssembly, fonts or optional parts. The build contains all others. */
const unbundled = ['@electric-sql/pglite', '@fontsource/radio-canada', '@node-rs/argon2', 'pg-native', 'satori', 'sharp']

/**
 * What a page loads on demand imports its own parts. A list of them in the scripts of the page would load them a little earlier, once, but every
 * first visit would download the list. Pages load ahead what a candidate will need.
 */
const listNoPreloads = () => []

const splitScripts: Plugin = {
  name: 'split-scripts',
  configEnvironment: (environment) =>
    environment === 'client'
      ? { build: { modulePreload: { resolveDependencies: listNoPreloads }, rolldownOptions: { output: { codeSplitting: { groups } } } } }
      : undefined,
}

export default defineConfig({
  plugins: [languageBuilds(import.meta.dirname), loadOnDemand(), reactRouter(), splitScripts, asciiOutput()],
  environments: {
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: true, external: unbundled },
      build: {
        rolldownOptions: {
          input: { index: 'virtual:react-router/server-build', ...programs },
          output: {
            chunkFileNames: '[name]-[hash].js',
            // Not minified: the names of functions, and the comments with the paths of modules, are for the log; see `source-file.ts`.
            minify: false,
            comments: { legal: false, annotation: false, jsdoc: false },
          },
        },
      },
    },
  },
  // The content security policy refuses the `data:` addresses of inlined images.
  build: { assetsInlineLimit: 0 },
})
