/** Title, description and canonical address of a page. */
import type { MetaDescriptor } from 'react-router'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]
type PageMeta = { title: string; description?: string; path?: string; matches: Matches }

/** `path` begins with a slash; without one the page has no canonical address. */
export function pageMeta({ title, description, path, matches }: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  return [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(path && root ? [{ tagName: 'link', rel: 'canonical', href: root.origin + path } as const] : []),
  ]
}
