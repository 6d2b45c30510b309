/**
 * HTML of the bank. Nothing may come in here but what the server has sanitised, when it was saved or loaded, or what the
 * schema of the editor has printed (`content-schema.ts`), which lets through no more.
 */
export function RichText({ html, as: Element = 'div', className }: { html: string; as?: 'div' | 'span'; className?: string }) {
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
