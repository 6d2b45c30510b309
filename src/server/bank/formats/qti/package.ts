/** Opens a package: lists the files that may have items, in order, and finds images. */
import { ImportProblem } from '#server/bank/import/messages.ts'
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import type { FormatFile } from '#server/bank/formats/format.ts'
import { findCycle, findManifest, readManifest, type Manifest, type ManifestResource } from '#server/bank/formats/qti/manifest.ts'

/** `from` and `line` are the place in the manifest that names the file. */
export type MissingFile = { path: string; from: string; line: number }

export type QtiPackage = {
  /** Identifier of the manifest; `''` without one. */
  id: string
  /** Paths of the files that may have items, tests, or stimuli. */
  files: readonly string[]
  missing: readonly MissingFile[]
  /** What the manifest says about the file of an item. */
  describe: (path: string) => ManifestResource | undefined
  /** The content of a file. The path may differ in capitalization or folder, because some tools write such image paths. */
  find: (path: string) => Buffer | undefined
}

/** An empty package, for a single file that was imported on its own. */
export const noPackage: QtiPackage = { id: '', files: [], missing: [], describe: () => undefined, find: () => undefined }

const itemFile = /\.(?:xml|qti|dat)$/i
/** Files that operating systems add to archives. */
const clutter = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/

export function openPackage({ entries, warn }: FormatFile): QtiPackage {
  const names = [...entries.keys()].filter((name) => !clutter.test(name))
  const manifest = openManifest(entries, names, warn)
  for (const name of names.filter((one) => /\.(?:zip|imscc)$/i.test(one)))
    warn(name, 'is an archive inside the package, which is not read; unpack it and import it alone')
  const listed = manifest?.resources.flatMap(({ path, files }) => [path, ...files].filter((one) => one !== undefined)) ?? []
  const known = new Set(names)
  const byPath = new Map(manifest?.resources.map((resource) => [resource.path, resource]))
  const files = [...new Set([...listed.filter((path) => known.has(path)), ...names])].filter(
    (path) => itemFile.test(path) && path !== manifest?.path,
  )
  return {
    id: manifest?.id ?? '',
    files: files.filter((path) => !isWrittenInFull(path, known)),
    missing: manifest ? listMissing(manifest, known) : [],
    describe: (path) => byPath.get(path),
    find: createFinder(entries, names),
  }
}

function openManifest(entries: FormatFile['entries'], names: readonly string[], warn: FormatFile['warn']): Manifest | undefined {
  const path = findManifest(names)
  const content = path === undefined ? undefined : entries.get(path)
  if (path === undefined || !content) {
    warn('imsmanifest.xml', 'is not in the package; all files with questions are read')
    return undefined
  }
  try {
    const manifest = readManifest([...decode(content, detectEncoding(content).name)].join(''), path)
    const cycle = findCycle(manifest)
    if (cycle)
      warn(`${path}, line ${cycle.line}`, `has resources that depend on each other in a circle: ${cycle.ids.slice(0, 10).join(', ')}`)
    return manifest
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    warn('imsmanifest.xml', `cannot be read, so all files with questions are read: ${error.message}`)
    return undefined
  }
}

/** Lists only missing files that should contain items. A missing image is reported with the item that shows it. */
function listMissing({ resources, path: from }: Manifest, known: ReadonlySet<string>): MissingFile[] {
  // Respondus writes spaces in the manifest and underscores in the archive. Such a file is still found.
  const fold = (path: string) => path.replaceAll('_', ' ').toLowerCase()
  const folded = new Set([...known].map(fold))
  const missing = resources.flatMap(({ path, files, line }) =>
    [path, ...files].flatMap((one) =>
      one !== undefined && itemFile.test(one) && !folded.has(fold(one)) ? [{ path: one, from, line }] : [],
    ),
  )
  return [...new Map(missing.map((one) => [one.path, one])).values()]
}

/** Whether Canvas wrote the same quiz with all its details elsewhere in the package. */
function isWrittenInFull(path: string, known: ReadonlySet<string>): boolean {
  const [, folder, quiz] = /^(.*\/)?([^/]+)\/assessment_qti\.xml$/.exec(path) ?? []
  return quiz !== undefined && known.has(`${folder ?? ''}non_cc_assessments/${quiz}.xml.qti`)
}

function createFinder(entries: FormatFile['entries'], names: readonly string[]): QtiPackage['find'] {
  const byBase = new Map<string, string[]>()
  for (const name of names) {
    const base = baseOf(name)
    byBase.set(base, [...(byBase.get(base) ?? []), name])
  }
  return (path) => {
    // Blackboard identifies an image by a part of its file name.
    if (path.startsWith('*')) return entries.get(names.find((name) => name.includes(path.slice(1)) && !/\.xml$/i.test(name)) ?? '')
    const exact = entries.get(path)
    if (exact) return exact
    const alike = byBase.get(baseOf(path)) ?? []
    const longer = alike.find((name) => `/${name}`.toLowerCase().endsWith(`/${path}`.toLowerCase()))
    return entries.get(longer ?? (alike.length === 1 ? (alike[0] ?? '') : ''))
  }
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}
