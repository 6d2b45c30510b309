/** Reads `imsmanifest.xml`, the table of contents of a package, and the tests and sections that name its items. */
import { ImportProblem } from '#server/bank/import/messages.ts'
import { childOf, childrenOf, findAll, parseXml, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { ownTaxonomy } from '#server/bank/formats/own-tags.ts'
import { normalizeQti } from '#server/bank/formats/qti/normalize.ts'
import { resolvePath } from '#server/bank/formats/qti/package-images.ts'

export type ManifestResource = {
  id: string
  line: number
  path: string | undefined
  files: readonly string[]
  dependencies: readonly string[]
  /** Keywords of the learning object metadata. */
  tags: readonly string[]
  /** Exam, skill area, and skill of our own exports. */
  categories: readonly string[]
}
export type Manifest = { path: string; id: string; resources: readonly ManifestResource[] }

/** The path of the manifest that is nearest to the top of the package. */
export function findManifest(names: readonly string[]): string | undefined {
  const depth = (name: string) => name.split('/').length
  return names.filter((name) => /(?:^|\/)imsmanifest\.xml$/i.test(name)).toSorted((one, other) => depth(one) - depth(other))[0]
}

/** @throws {ImportProblem} */
export function readManifest(text: string, path: string): Manifest {
  const root = parseXml(text, `${path}: `)
  if (root.name !== 'manifest')
    throw new ImportProblem('IMPORT_UNREADABLE', `${path}: The first element is <${root.name}>, not <manifest>.`)
  const resources = childOf(root, 'resources')
  return {
    path,
    id: root.attributes.get('identifier') ?? '',
    resources: resources
      ? childrenOf(resources, 'resource').map((resource) => readResource(resource, path, resources.attributes.get('xml:base') ?? ''))
      : [],
  }
}

function readResource(resource: XmlElement, manifestPath: string, base: string): ManifestResource {
  const folder = [base, resource.attributes.get('xml:base') ?? ''].join('')
  // Blackboard uses its own attribute for the file name of a resource.
  const href = resource.attributes.get('href') ?? resource.attributes.get('bb:file')
  const resolve = (address: string) => resolvePath(decodePath(folder + address), manifestPath)
  const isLocal = (address: string) => !/^[a-z][a-z0-9+.-]*:/i.test(address)
  const files = childrenOf(resource, 'file').flatMap(({ attributes }) => attributes.get('href') ?? [])
  return {
    id: resource.attributes.get('identifier') ?? '',
    line: resource.line,
    path: href !== undefined && href !== '' && isLocal(href) ? resolve(href) : undefined,
    files: files.filter((file) => file !== '' && isLocal(file)).map(resolve),
    dependencies: childrenOf(resource, 'dependency').flatMap(({ attributes }) => attributes.get('identifierref') ?? []),
    tags: findAll(resource, 'keyword').map(trimmedText),
    categories: readTaxonomy(resource),
  }
}

function readTaxonomy(resource: XmlElement): string[] {
  const own = findAll(resource, 'taxonPath').find((path) => trimmedText(childOf(path, 'source')) === ownTaxonomy)
  return own ? childrenOf(own, 'taxon').map((taxon) => trimmedText(childOf(taxon, 'id') ?? childOf(taxon, 'entry'))) : []
}

function trimmedText(element: XmlElement | undefined): string {
  return textOf(element).trim()
}

function decodePath(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The ids of the first cycle of dependencies, and the line of the resource from which the search found it. */
export function findCycle({ resources }: Manifest): { line: number; ids: string[] } | undefined {
  const byId = new Map(resources.map((resource) => [resource.id, resource]))
  const done = new Set<string>()
  const visit = (id: string, way: string[]): string[] | undefined => {
    if (way.includes(id)) return [...way.slice(way.indexOf(id)), id]
    if (done.has(id)) return undefined
    done.add(id)
    for (const next of byId.get(id)?.dependencies ?? []) {
      const cycle = visit(next, [...way, id])
      if (cycle) return cycle
    }
    return undefined
  }
  for (const { id, line } of resources) {
    const ids = visit(id, [])
    if (ids) return { line, ids }
  }
  return undefined
}

/**
 * Maps the path of each item to the titles of the test and of the sections around it, outermost first, and then its own category. `root` is
 * an `assessmentTest`.
 */
export function listItemSections(root: XmlElement, path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const visit = (element: XmlElement, titles: readonly string[]) => {
    for (const child of childrenOf(element)) {
      const title = child.attributes.get('title')?.trim() ?? ''
      if (child.name === 'assessment-item-ref') {
        const category = child.attributes.get('category')?.trim() ?? ''
        found.set(resolvePath(decodePath(child.attributes.get('href') ?? ''), path), [...titles, ...(category ? [category] : [])])
      } else visit(child, title && child.name === 'assessment-section' ? [...titles, title] : titles)
    }
  }
  const test = normalizeQti(root)
  const title = test.attributes.get('title')?.trim() ?? ''
  visit(test, title ? [title] : [])
  return found
}

/** The titles of the assessments, sections, pools, and banks around an item, outermost first. */
export function titleOfAssessment(ancestors: readonly XmlElement[]): string[] {
  const titles = ancestors.flatMap((ancestor) => [
    ...(['assessment', 'section'].includes(ancestor.name) ? [ancestor.attributes.get('title') ?? ''] : []),
    ...(ancestor.name === 'POOL' ? [childOf(ancestor, 'TITLE')?.attributes.get('value') ?? ''] : []),
    ...findAll(ancestor, 'qtimetadatafield').flatMap((field) =>
      textOf(childOf(field, 'fieldlabel')).trim() === 'bank_title' ? [textOf(childOf(field, 'fieldentry'))] : [],
    ),
  ])
  return titles.map((title) => title.trim()).filter((title) => title !== '')
}
