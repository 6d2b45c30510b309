/**
 * Renders HTML from the bank. The HTML must come from the server, which sanitizes it, or from the schema of the editor
 * (`content-schema.ts`), which allows the same elements.
 */
import { langOfContent } from '#web/ui/english.tsx'

type Props = {
  html: string
  /** `false` for a text in the language of the page. By default, the text is English, like the originals in the bank. */
  isEnglish?: boolean
  as?: 'div' | 'span'
  className?: string
  ref?: React.Ref<HTMLDivElement>
  onClick?: React.MouseEventHandler<HTMLElement>
}

export function RichText({ html, isEnglish = true, as: Element = 'div', className = '', ...rest }: Props) {
  return (
    <Element
      {...rest}
      lang={isEnglish ? langOfContent() : undefined}
      className={`rich-text ${className}`.trimEnd()}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
