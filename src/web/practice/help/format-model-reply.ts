/** Formats the text that a model wrote: paragraphs and lists, and the sources that it cites. */
import type { HelpBlock } from '#web/practice/help/help-provider.ts'
import type { ModelReply } from '#web/practice/help/model-reply.ts'

const bullet = /^\s*[-*•] +/
const number = /^\s*\d{1,2}[.)] +/

/** A line that begins with `- ` or `1. ` is a list item; any other line is a paragraph. Markdown for bold, code, and headings is removed. */
export function formatModelReply({ text, sources }: ModelReply): HelpBlock[] {
  const blocks: HelpBlock[] = []
  const addItem = (item: string, isNumbered: boolean) => {
    const last = blocks.at(-1)
    if (last?.type === 'list' && last.isNumbered === isNumbered) blocks[blocks.length - 1] = { ...last, items: [...last.items, item] }
    else blocks.push({ type: 'list', items: [item], isNumbered })
  }
  for (const line of text.split('\n')) {
    const plain = line.replace(/\*\*|__|`/g, '').replace(/^#+ /, '')
    if (plain.trim() === '') continue
    if (bullet.test(plain)) addItem(plain.replace(bullet, ''), false)
    else if (number.test(plain)) addItem(plain.replace(number, ''), true)
    else blocks.push({ type: 'text', text: plain.trim() })
  }
  const cited = sources.filter((source) => text.includes(`[${source.number}]`))
  return cited.length > 0 ? [...blocks, { type: 'sources', sources: cited }] : blocks
}
