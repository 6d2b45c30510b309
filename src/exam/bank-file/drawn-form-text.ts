/**
 * A drawn form as lines of text, as administrators edit it.
 *
 * ```
 * Item Card | 1920-S, Clay pot 12 cm
 * # Replenishment
 * Vendor No.: 40000
 * Purch. Unit of Measure: [[1]]
 * ```
 *
 * The first line is the title with the subtitle. A line that starts with `#` starts a group. Other lines are fields: the label ends at the
 * first colon before a space or the end of the line, and the rest is the value. Fields before the first `#` are in a group without a name.
 */
import type { DrawnForm, FormField } from '#exam/completion.ts'

/** Empty if there is no form. */
export function formatDrawnForm(form: DrawnForm | null): string {
  if (!form) return ''
  const { title, subtitle, groups } = form
  return [
    subtitle ? `${title} | ${subtitle}` : title,
    ...groups.flatMap(({ name, fields }) => [...(name ? [`# ${name}`] : []), ...fields.map(({ label, value }) => `${label}: ${value}`)]),
  ].join('\n')
}

/** `null` for blank text. */
export function parseDrawnForm(text: string): DrawnForm | null {
  const [head, ...lines] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (head === undefined) return null
  const [title = '', ...subtitle] = head.split(' | ')
  const groups: { name: string; fields: FormField[] }[] = []
  for (const line of lines) {
    if (line.startsWith('#')) {
      groups.push({ name: line.slice(1).trim(), fields: [] })
      continue
    }
    if (groups.length === 0) groups.push({ name: '', fields: [] })
    const [, label = line, value = ''] = /^(.*?):(?: (.*))?$/.exec(line) ?? []
    groups.at(-1)?.fields.push({ label, value })
  }
  return { title, subtitle: subtitle.join(' | '), groups }
}
