/** A text from the bank with tables, lists, code, and figures, set like a book. A figure opens in a dialog that enlarges it. */
import { useState } from 'react'
import { exam } from '#text/practice.ts'
import type { EnlargedFigure, FigureDialog } from '#web/ui/figure-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { typesetHtml } from '#web/ui/typeset.ts'

/** `html`: from the server's sanitizer. `className`: classes in addition to `book`. */
export function BookText({ html, className = '' }: { html: string; className?: string }) {
  const { Dialog, figure, hasFailed, open, close } = useFigureDialog()

  return (
    <>
      <RichText
        key={html}
        ref={limitTabStops}
        className={`book ${className}`}
        html={typesetHtml(html, exam)}
        onClick={({ target }) => {
          const image = target instanceof Element && target.closest('[data-zoom]')?.closest('figure')?.querySelector('img')
          if (image) open(image)
        }}
      />
      {hasFailed && (
        <p className="problem" role="alert">
          <Icon name="alert" /> {exam.figureNotLoaded}
        </p>
      )}
      {Dialog && figure && <Dialog figure={figure} onClose={close} />}
    </>
  )
}

/** The script of the dialog loads when a figure is first enlarged, and again after a failure. */
function useFigureDialog() {
  const [Dialog, setDialog] = useState<typeof FigureDialog>()
  const [figure, setFigure] = useState<EnlargedFigure>()
  const [hasFailed, setFailed] = useState(false)

  const open = (image: HTMLImageElement) => {
    setFailed(false)
    setFigure({ src: image.src, alt: image.alt, caption: image.nextElementSibling?.firstElementChild?.textContent ?? '' })
    import('#web/ui/figure-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.FigureDialog),
      () => setFailed(true),
    )
  }

  return { Dialog, figure, hasFailed, open, close: () => setFigure(undefined) }
}

/** Gives a tab stop only to tables that scroll. Returns the cleanup function. */
function limitTabStops(root: HTMLElement | null): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
    }
  })
  for (const table of root?.querySelectorAll('.table-wrap') ?? []) observer.observe(table)
  return () => observer.disconnect()
}
