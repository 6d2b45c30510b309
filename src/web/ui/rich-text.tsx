/**
 * Renders HTML of the bank. The HTML must come from the server, which sanitizes it, or from the schema of the editor
 * (`content-schema.ts`), which allows the same elements.
 */
type Props = {
  html: string
  as?: 'div' | 'span'
  className?: string
  ref?: React.Ref<HTMLDivElement>
  onClick?: React.MouseEventHandler<HTMLElement>
}

export function RichText({ html, as: Element = 'div', className = '', ...rest }: Props) {
  return <Element {...rest} className={`rich-text ${className}`.trimEnd()} dangerouslySetInnerHTML={{ __html: html }} />
}
