/** Connects French guides with the equivalent English pages. */
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#web/context.ts'
import type { Guide } from '#server/guides/index.ts'

/** The paths of two equivalent pages. */
export type PagePair = { readonly en: string; readonly fr: string }

/** The pair of a guide and its counterpart. `undefined` without a counterpart, or if its certification was deleted. */
export function findPagePair(
  { slug, counterpart: en }: Pick<Guide, 'slug' | 'counterpart'>,
  certificationIds: Pick<ReadonlySet<string>, 'has'>,
): PagePair | undefined {
  if (en === null || (en !== '/' && !certificationIds.has(certificationPath.exec(en)?.[1] ?? ''))) return undefined
  return { en, fr: `/seo/${slug}` }
}

const certificationPath = /^\/certifications\/([^/]+)$/

/** The path of the guide whose counterpart is the existing page at `path`. */
export function findCounterpart(context: Readonly<RouterContextProvider>, path: string): string | undefined {
  const { guides } = context.get(servicesContext)
  return guides.map((guide) => findPagePair(guide, { has: () => true })).find((pair) => pair?.en === path)?.fr
}
