/** Splits a case study at its headings, so that each section can be a tab. */
import { plainText } from '#exam/plain-text.ts'

/**
 * `title` is the heading as plain text, and `heading` is the same as HTML. `language` is set if the heading has a `lang` attribute. `html`
 * is the content below the heading.
 */
export type CaseStudySection = { readonly title: string; readonly heading: string; readonly language?: string; readonly html: string }

/**
 * The sections of sanitized HTML. The list is empty if the HTML has fewer than two `<h3>` headings, or a heading inside another element. In
 * that case, the case study is shown as a whole. Text before the first heading is part of the first section.
 *
 * `<h3>Company</h3><p>One</p><h3>Needs</h3><p>Two</p>` → `Company` with `<p>One</p>`, `Needs` with `<p>Two</p>`
 */
export function listCaseStudySections(html: string): CaseStudySection[] {
  const parts = html.split(/(?=<h3[\s>])/)
  const pieces = parts.filter((part) => part.startsWith('<h3'))
  if (pieces.length < 2 || !parts.every(isBalanced)) return []
  const [first = ''] = parts
  const before = first.startsWith('<h3') ? '' : first
  const sections = pieces.map((piece): CaseStudySection => {
    const [, language, heading = '', content = ''] = /^<h3(?: lang="([a-z]{2})")?[^>]*>(.*?)<\/h3>(.*)$/s.exec(piece) ?? []
    return { title: plainText(heading), heading, ...(language !== undefined && { language }), html: content }
  })
  return sections.map((section, i) => (i === 0 ? { ...section, html: before + section.html } : section))
}

/** Whether every element opened in the HTML is also closed in it. */
function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    const element = name.toLowerCase()
    if (voidElements.includes(element)) continue
    if (!slash) open.push(element)
    else if (open.pop() !== element) return false
  }
  return open.length === 0
}

const voidElements = ['br', 'hr', 'img', 'col']
