/** HTML of the bank. The server sanitised it when it was saved or loaded; nothing else may come in here. */
export function RichText({ html, as: Element = 'div', className }: { html: string; as?: 'div' | 'span'; className?: string }) {
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
