/** Stores the package images that an item shows, and puts their addresses into its texts. */
import { isRecord, type RawObject } from '#exam/bank-file/index.ts'
import type { FormatFile } from '#server/bank/formats/format.ts'
import type { QtiPackage } from '#server/bank/formats/qti/package.ts'
import { listPackageImages, replaceImages } from '#server/bank/formats/qti/package-images.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

type StoredTexts = { item: RawObject; leftOut: ValidationIssue[]; problems: ValidationIssue[] }

export async function storeImages(item: RawObject, { find }: QtiPackage, addImage: FormatFile['addImage']): Promise<StoredTexts> {
  const leftOut: ValidationIssue[] = []
  const problems: ValidationIssue[] = []
  const entries: [string, unknown][] = []
  for (const [field, value] of Object.entries(item)) {
    const addresses = new Map<string, string>()
    for (const path of listPackageImages(listTexts(value))) {
      const added = await addImage(find(path) ?? Buffer.alloc(0), path)
      if ('address' in added) addresses.set(path, added.address)
      else (added.isRefused ? problems : leftOut).push({ field, reason: added.problem })
    }
    entries.push([field, mapTexts(value, (html) => replaceImages(html, (path) => addresses.get(path)))])
  }
  return { item: Object.fromEntries(entries), leftOut, problems }
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

function mapTexts(value: unknown, map: (html: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map))
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)])) : value
}
