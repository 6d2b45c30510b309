/** Lists the links to other sites in a guide. */
import type { Guide } from '#server/guides/guides.ts'
import { listHtmlLinks, type ExternalLink } from '#server/links/index.ts'

export function listGuideLinks({ slug, lede, sections, faq }: Guide): ExternalLink[] {
  const blocks = sections.flatMap((section) => section.blocks).map((block) => (block.kind === 'html' ? block.html : ''))
  return listHtmlLinks([lede, ...blocks, ...faq.map(({ answer }) => answer)], `guide ${slug}`)
}
