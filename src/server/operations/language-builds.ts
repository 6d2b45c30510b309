/**
 * The languages of the site in the build. Pages import texts as `#text/<area>.ts`, which is `src/web/text/<language>/<area>.ts`:
 *
 * | build            | `#text/home.ts` is                                                                   |
 * | ---------------- | ------------------------------------------------------------------------------------ |
 * | browser          | the texts of one language. Each language has its own files, so no visitor loads two languages. |
 * | server           | a module that chooses by the language of the request; see `src/web/text/in-every-language.ts` |
 * | none, as in tests | the English texts, by `imports` in `package.json`                                     |
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, ViteBuilder } from 'vite'
import { defaultLanguage, languages, type Language } from '#exam/languages.ts'

const textImport = /^#text\/(.+)$/
const moduleMark = '\0texts/'

/** Where Vite lists the modules that each file contains, relative to the browser build. */
const viteManifest = '.vite/manifest.json'

/** The file that lists the files of the browser build in one language. There is none for English, because React Router removes it. */
export function languageManifestPath(client: string, language: Language): string {
  return join(client, '.vite', `${language}.json`)
}

/** `root` is the project folder. This plugin must come before those of React Router, whose build it continues. */
export function languageBuilds(root: string): Plugin {
  const texts = join(root, 'src/web/text')
  /** The language of the current browser build. */
  let language: Language = defaultLanguage
  return {
    name: 'language-builds',
    enforce: 'pre',
    resolveId(source) {
      const [, name] = textImport.exec(source) ?? []
      if (name === undefined) return undefined
      return this.environment.name === 'client' ? findText(texts, language, name) : moduleMark + name
    },
    load(id) {
      return id.startsWith(moduleMark) ? printChoice(texts, id.slice(moduleMark.length)) : undefined
    },
    config: {
      // After React Router has configured the build, and before it calls `buildEnd`.
      order: 'post',
      handler: ({ builder: { buildApp } = {} }) => ({
        builder: {
          buildApp: async (builder) => {
            await buildApp?.(builder)
            for (const other of languages.filter((one) => one !== defaultLanguage)) {
              language = other
              await buildLanguage(builder, other)
            }
          },
        },
      }),
    },
  }
}

/** Adds the files of a language to the browser build. Files without texts are the same in every language. */
async function buildLanguage(builder: ViteBuilder, language: Language): Promise<void> {
  const client = builder.environments['client']
  if (!client) throw new Error('The build has no environment for the browser')
  await builder.build(client)
  const folder = resolve(client.config.root, client.config.build.outDir)
  const path = languageManifestPath(folder, language)
  await mkdir(dirname(path), { recursive: true })
  await rename(join(folder, viteManifest), path)
}

/** The path of a module with texts. Falls back to English, because texts for administrators exist only in English. */
function findText(texts: string, language: Language, name: string): string {
  const path = join(texts, language, name)
  return existsSync(path) ? path : join(texts, defaultLanguage, name)
}

/** The source of a module that has the same exports as a module with texts and chooses their language for each request. */
function printChoice(texts: string, name: string): string {
  const source = readFileSync(join(texts, defaultLanguage, name), 'utf8')
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, exported = '']) => exported)
  const imports = languages.map((one) => `import * as ${one} from ${JSON.stringify(findText(texts, one, name))}`)
  const choices = names.map((exported) => {
    const versions = languages.map((one) => `${one}: ${one}.${exported}`)
    return `export const ${exported} = inEveryLanguage('${exported}', { ${versions.join(', ')} })`
  })
  return [...imports, `import { inEveryLanguage } from ${JSON.stringify(join(texts, 'in-every-language.ts'))}`, ...choices, ''].join('\n')
}
