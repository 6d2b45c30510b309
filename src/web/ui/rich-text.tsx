/**
 * Renders HTML of the bank. The HTML must come from the server, which sanitizes it, or from the schema of the editor
 * (`content-schema.ts`), which allows the same elements.
 */
export function RichText({ html, as: Element = 'div', className }: { html: string; as?: 'div' | 'span'; className?: string }) {
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
