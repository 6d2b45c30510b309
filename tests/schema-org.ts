/**
 * Checks structured data against the vocabulary of schema.org, as declared by the types of `schema-dts`, and against what search engines
 * require for the types that the site uses. A node of the graph is any object with an `@type`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Node = Record<string, Json>

/** Properties by type, with the types of their values: node types, or `Text`, `URL`, `Date` and the like. */
type Vocabulary = {
  properties: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  subtypes: ReadonlyMap<string, readonly string[]>
}

/** Without these properties, search engines ignore the node. Sources: schema.org and the search engines' documentation of each type. */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'name'],
  CollectionPage: ['name', 'url', 'mainEntity'],
  Article: ['headline', 'author', 'datePublished', 'dateModified', 'description', 'image', 'inLanguage'],
  FAQPage: ['name', 'description', 'mainEntity', 'datePublished', 'dateModified', 'inLanguage'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Quiz: ['name', 'url', 'about', 'provider'],
  EducationalOccupationalCredential: ['name', 'credentialCategory', 'recognizedBy'],
  CreativeWork: ['url'],
}

/** The problems of a `script` of the type `application/ld+json`; an empty list when it is valid. */
export function findProblems(content: string): string[] {
  const { '@context': context, '@graph': graph, ...others } = JSON.parse(content) as Node
  if (context !== 'https://schema.org' || !Array.isArray(graph) || Object.keys(others).length > 0)
    return ['It is not one graph of schema.org']
  const nodes = graph as Node[]
  const ids = nodes.flatMap((node) => node['@id'] ?? [])
  return [
    ...nodes.flatMap((node) => problemsOf(node)),
    ...(new Set(ids).size < ids.length ? ['Two nodes of the graph have one id'] : []),
    ...referencesIn(graph)
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is not in the graph`),
  ]
}

/** Types of the top-level nodes of the graph. */
export function typesIn(content: string): unknown[] {
  return (JSON.parse(content) as { '@graph': Node[] })['@graph'].map((node) => node['@type'])
}

function problemsOf(node: Node): string[] {
  const type = typeOf(node)
  const known = vocabulary.properties.get(type)
  const wanted = required[type]
  if (!known || !wanted) return [`${type} is not a type that the site uses`]
  return [
    ...wanted.filter((name) => !(name in node)).map((name) => `${type} lacks ${name}`),
    ...(type === 'BreadcrumbList' || type === 'ItemList' ? orderProblems(node['itemListElement']) : []),
    ...Object.entries(node)
      .filter(([name]) => !name.startsWith('@'))
      .flatMap(([name, value]) => {
        const expected = known.get(name)
        if (!expected) return [`${type} has no ${name}`]
        return (Array.isArray(value) ? value : [value]).flatMap((one) => valueProblems(`${type}.${name}`, one, expected))
      }),
    ...(Array.isArray(node['mainEntity']) && node['mainEntity'].length === 0 ? [`${type} is about nothing`] : []),
  ]
}

function valueProblems(place: string, value: Json, expected: readonly string[]): string[] {
  if (value === null || value === '') return [`${place} is empty`]
  if (Array.isArray(value)) return [`${place} has a list within a list`]
  if (typeof value === 'boolean') return expected.includes('Boolean') ? [] : [`${place} is no claim`]
  if (typeof value === 'number') return expected.some((one) => one === 'Integer' || one === 'Number') ? [] : [`${place} is no number`]
  if (typeof value === 'string') return textProblems(place, value, expected)
  if (Object.keys(value).join() === '@id') return []
  const type = typeOf(value)
  return [...(expected.some((one) => isA(type, one)) ? [] : [`${place} may not be a ${type}`]), ...problemsOf(value)]
}

function textProblems(place: string, text: string, expected: readonly string[]): string[] {
  // A breadcrumb refers to its page only by its address, as search engines document it.
  const isAddress = !expected.includes('Text') && (expected.includes('URL') || place === 'ListItem.item')
  if (isAddress) return /^https?:\/\/[^\s]+$/.test(text) ? [] : [`${place} is no absolute address: ${text}`]
  const isDay = expected.includes('Date') || expected.includes('DateTime')
  if (isDay) return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? [] : [`${place} is no ISO day: ${text}`]
  if (/<\/?[a-z]|\{\{/i.test(text)) return [`${place} is no plain text: ${text}`]
  return expected.includes('Text') ? [] : [`${place} may not be a text`]
}

function orderProblems(items: Json | undefined): string[] {
  const positions = Array.isArray(items) ? items.map((item) => (item as Node)['position']) : []
  return positions.length > 0 && positions.every((position, i) => position === i + 1) ? [] : ['A list is not numbered from 1']
}

function referencesIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  const { '@id': id, ...others } = value
  return [...(typeof id === 'string' && Object.keys(others).length === 0 ? [id] : []), ...Object.values(others).flatMap(referencesIn)]
}

function typeOf(node: Node): string {
  return typeof node['@type'] === 'string' ? node['@type'] : 'Nothing'
}

function isA(type: string, ancestor: string): boolean {
  return type === ancestor || (vocabulary.subtypes.get(ancestor) ?? []).some((subtype) => isA(type, subtype))
}

const vocabulary = readVocabulary()

/**
 * Reads the declarations. For each type, they have an interface with the properties, an interface of the type itself, and a union with the
 * subtypes.
 */
function readVocabulary(): Vocabulary {
  const text = readFileSync(
    createRequire(import.meta.url)
      .resolve('schema-dts')
      .replace(/\.js$/, '.d.ts'),
    'utf8',
  )
  const bases = new Map<string, { parents: string[]; own: Map<string, string[]> }>()
  for (const [, name = '', parents = '', body = ''] of text.matchAll(/^(?:export )?interface (\w+) extends ([^{]+)\{\n([\s\S]*?)^\}/gm)) {
    const own = new Map<string, string[]>()
    for (const [, property = '', types = ''] of body.matchAll(/^ {4}"(\w+)"\?: SchemaValue<(.+), "\w+">;$/gm))
      own.set(property, types.split(' | '))
    bases.set(name, { parents: parents.split(',').map((parent) => parent.trim()), own })
  }
  const allOf = (name: string): [string, string[]][] => {
    const base = bases.get(name)
    return base ? [...base.own, ...base.parents.flatMap(allOf)] : []
  }
  const leaves = [...bases.keys()].filter((name) => name.endsWith('Leaf'))
  const properties = new Map(leaves.map((leaf) => [leaf.replace(/Leaf$/, ''), new Map(allOf(leaf))]))
  const subtypes = new Map(
    [...text.matchAll(/^export type (\w+) = (.+);$/gm)].map(([, name = '', union = '']) => [name, union.split(' | ')] as const),
  )
  return { properties, subtypes }
}
