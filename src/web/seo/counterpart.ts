/** Which French guide says what an English page says. */
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#web/context.ts'
import type { Guide } from '#server/guides/index.ts'

/** Paths of two pages that say the same, each in its language. */
export type PagePair = { readonly en: string; readonly fr: string }

/** The pair that a guide makes with its counterpart: none where it has no counterpart, or where the certification of that is gone. */
export function findPagePair(
  { slug, counterpart: en }: Pick<Guide, 'slug' | 'counterpart'>,
  certificationIds: Pick<ReadonlySet<string>, 'has'>,
): PagePair | undefined {
  if (en === null || (en !== '/' && !certificationIds.has(certificationPath.exec(en)?.[1] ?? ''))) return undefined
  return { en, fr: `/seo/${slug}` }
}

const certificationPath = /^\/certifications\/([^/]+)$/

/** Path of the guide whose counterpart is the page at `path`, if there is one. The page is there: it is the one that asks. */
export function findCounterpart(context: Readonly<RouterContextProvider>, path: string): string | undefined {
  const { guides } = context.get(servicesContext)
  return guides.map((guide) => findPagePair(guide, { has: () => true })).find((pair) => pair?.en === path)?.fr
}
