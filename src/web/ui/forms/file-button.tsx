/** A button that opens the file dialog of the browser. */
import { useRef } from 'react'

type FileButtonProps = {
  label: string
  /** Extensions and media types: `.json,application/json`. */
  accept: string
  onChoose: (file: File) => void
}

export function FileButton({ label, accept, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button className="button" type="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again after a correction.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
