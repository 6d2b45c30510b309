/** Replaces the facts that a guide refers to with values from the database, when its page is rendered. */
import { escapeHtml, plainText } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import type { Figure } from '#web/guides/guide-figure.tsx'
import { drawRetirements } from '#web/guides/retirements.ts'
import { guide as words, list, printFact, questions, weight } from '#web/text/fr/guides.ts'
import { countWord } from '#web/text/fr/count-word.ts'
import { findCertification, listCertifications, type CatalogEntry, type CatalogSummary } from '#server/catalogue/index.ts'
import { listGuideCertifications, factPattern, preventIdBreaks, type Drawing, type ExamFact, type Guide } from '#server/guides/index.ts'

/** Reading speed in words per minute when reading to learn. */
const wordsPerMinute = 200

/** `all` lists every certification; `entries` has those that the guide refers to, by id. */
export type GuideFacts = { all: readonly CatalogSummary[]; entries: ReadonlyMap<string, CatalogEntry> }

export async function readGuideFacts(db: Db, guide: Guide): Promise<GuideFacts> {
  const entries = new Map<string, CatalogEntry>()
  for (const id of listGuideCertifications(guide)) {
    const entry = await findCertification(db, id)
    if (entry) entries.set(id, entry)
  }
  return { all: await listCertifications(db), entries }
}

export type FilledGuide = ReturnType<typeof fillGuide>

/** The guide with its facts filled in: HTML in `lede` and in fields named `html`; plain text elsewhere. */
export function fillGuide(guide: Guide, facts: GuideFacts) {
  const { slug, kind, published, modified } = guide
  return {
    slug,
    kind,
    published,
    modified,
    isHub: words.hub === `/seo/${slug}`,
    minutes: Math.ceil(guide.words / wordsPerMinute),
    title: fillText(guide.title, facts),
    description: fillText(guide.description, facts),
    call: fillText(guide.call, facts),
    lede: fillHtml(guide.lede, facts),
    sections: guide.sections.map(({ id, heading, blocks }) => ({
      id,
      heading: fillText(heading, facts),
      blocks: blocks.flatMap((block): Figure[] => {
        if (block.kind === 'html') return [{ kind: 'html', html: fillHtml(block.html, facts) }]
        if (block.kind === 'drawing') return [{ kind: 'drawing', drawing: fillDrawing(block.drawing, facts) }]
        const entry = facts.entries.get(block.certificationId)
        return entry ? [{ kind: block.kind, entry }] : []
      }),
    })),
    faqHeading: fillText(guide.faqHeading, facts),
    faq: guide.faq.map(({ question, answer }) => {
      const html = fillHtml(answer, facts)
      return { question: fillText(question, facts), html, answer: plainText(html) }
    }),
  }
}

function fillDrawing(drawing: Drawing, facts: GuideFacts): Drawing {
  const { kind, caption, question, items } = drawing
  if (kind === 'retirements') return { ...drawing, kind: 'moments', items: drawRetirements(facts.all) }
  return {
    ...drawing,
    caption: fillText(caption, facts),
    ...(question !== undefined && { question: fillText(question, facts) }),
    items: items.map(({ label, note, value }) => ({
      label: fillText(label, facts),
      ...(note !== undefined && { note: fillText(note, facts) }),
      ...(value !== undefined && { value }),
    })),
  }
}

/** Plain text with its facts filled in. An unknown fact is shown as unknown. */
function fillText(text: string, facts: GuideFacts): string {
  return text.replace(factPattern, (_, subject: string, name: string, number?: string) => formatFact(facts, subject, name, Number(number)))
}

/** HTML with its facts filled in. */
function fillHtml(html: string, facts: GuideFacts): string {
  return html.replace(factPattern, (_, subject: string, name: string, number?: string) => {
    const fact = preventIdBreaks(escapeHtml(formatFact(facts, subject, name, Number(number))))
    return name === 'name' ? `<span lang="en">${fact}</span>` : fact
  })
}

function formatFact({ all, entries }: GuideFacts, subject: string, name: string, number: number): string {
  const active = all.filter(({ status }) => status === 'active')
  switch (`${subject}.${name}`) {
    case 'catalogue.count':
      return countWord(all.length)
    case 'catalogue.activeCount':
      return countWord(active.length)
    case 'catalogue.active':
      return list(active.map(({ id }) => id.toUpperCase()).toSorted())
    case 'bank.size':
      return questions(all.reduce((sum, { bankSize }) => sum + bankSize, 0))
  }
  const entry = entries.get(subject)
  const area = entry?.skillAreas[number - 1]
  const text = entry && (name === 'weight' ? area && weight(entry, area) : printFact(entry, entry.bankSize, name as ExamFact))
  return text ?? words.unknown
}
