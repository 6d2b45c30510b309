/** Prints entries of the change log as an Atom feed. Format: RFC 4287. */
import { addressIn } from '#exam/languages.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { language } from '#text/language.ts'
import { challenges } from '#text/challenges.ts'
import type { LoggedChange } from '#server/challenges/index.ts'

const words = challenges.changes
/** A feed must state when it last changed, even without entries. */
const neverChanged = '1970-01-01T00:00:00.000Z'

/** Entries have the ids of their challenges, which stay the same when the site moves. The id of the feed is the address of its page. */
export function printChangesFeed(origin: string, certificationId: string, changes: readonly LoggedChange[]): string {
  const exam = certificationId.toUpperCase()
  const page = origin + addressIn(language.code, `/certifications/${certificationId}/changes`)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.code}">`,
    `  <id>${escapeXml(page)}</id>`,
    `  <title>${escapeXml(words.feedTitle(exam))}</title>`,
    `  <subtitle>${escapeXml(words.description(exam))}</subtitle>`,
    `  <updated>${changes[0]?.at ?? neverChanged}</updated>`,
    '  <author><name>Praxam</name></author>',
    `  <link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(page)}.atom"/>`,
    ...changes.map((change) => printEntry(page, change)),
    '</feed>',
    '',
  ].join('\n')
}

function printEntry(page: string, { id, at, kind, publicReason, question }: LoggedChange): string {
  return [
    '  <entry>',
    `    <id>urn:uuid:${id}</id>`,
    `    <title>${escapeXml(words.entryTitle(kind, question))}</title>`,
    `    <published>${at}</published>`,
    `    <updated>${at}</updated>`,
    `    <link rel="alternate" type="text/html" href="${escapeXml(`${page}#${id}`)}"/>`,
    `    <content type="text">${escapeXml(publicReason)}</content>`,
    '  </entry>',
  ].join('\n')
}

/** XML cannot contain most control characters, not even escaped. */
function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
}
