/** Panels below the toolbar of a text: one for a link, one for an image with its alternative text. Escape closes them. */
import { useEffect, useId, useRef, useState } from 'react'
import { isLinkAddress } from '#exam/address.ts'
import { pictureKinds, uploadPicture } from '#web/admin/bank/editor/upload-image.ts'
import { richText } from '#web/text/en/admin/question-editor.ts'
import { FieldMessages, InputField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

const textLengthMax = 2000

type LinkPanelProps = {
  /** Empty for a new link. */
  address: string
  onSet: (address: string) => void
  onRemove: () => void
  onClose: () => void
}

export function LinkPanel({ address, onSet, onRemove, onClose }: LinkPanelProps) {
  const [text, setText] = useState(address)
  const [isRefused, setRefused] = useState(false)
  const isAddress = isLinkAddress(text.trim())
  const set = () => {
    if (isAddress) onSet(text.trim())
    else setRefused(true)
  }
  return (
    <Panel label={richText.link} onEnter={set} onClose={onClose}>
      <InputField
        label={richText.address}
        problem={isRefused && !isAddress ? richText.addressProblem : undefined}
        value={text}
        maxLength={textLengthMax}
        onType={setText}
        data-first
      />
      <div className="row">
        <button className="button" type="button" onClick={set}>
          {richText.setLink}
        </button>
        {address !== '' && (
          <button className="button" type="button" onClick={onRemove}>
            {richText.removeLink}
          </button>
        )}
        <button className="button" data-kind="quiet" type="button" onClick={onClose}>
          {richText.cancel}
        </button>
      </div>
    </Panel>
  )
}

/** `caption` is empty if the image has none. */
export type Picture = { src: string; alt: string; caption: string }

type PicturePanelProps = {
  /** The image to edit; `undefined` to insert a new one. */
  picture: Picture | undefined
  /** A pasted or dropped file. */
  file: File | undefined
  onInsert: (picture: Picture) => void
  onClose: () => void
}

type Upload = { step: 'none' } | { step: 'busy' } | { step: 'failed'; file: File; problem: string } | { step: 'done'; src: string }

export function PicturePanel({ picture, file, onInsert, onClose }: PicturePanelProps) {
  const fileId = useId()
  const [alt, setAlt] = useState(picture?.alt ?? '')
  const [caption, setCaption] = useState(picture?.caption ?? '')
  const [upload, send] = useUpload(file)
  const src = upload.step === 'done' ? upload.src : picture?.src
  const insert = () => src !== undefined && onInsert({ src, alt: alt.trim(), caption: caption.trim() })
  return (
    <Panel label={richText.picture} onEnter={insert} onClose={onClose}>
      <div className="field">
        <label className="label" htmlFor={fileId}>
          {richText.file}
        </label>
        <input
          className="input"
          id={fileId}
          type="file"
          accept={pictureKinds}
          disabled={upload.step === 'busy'}
          data-first={picture || file ? undefined : ''}
          onChange={({ target }) => target.files?.[0] && send(target.files[0])}
        />
        <p className="hint">{richText.fileHint}</p>
        <div role="status">
          {upload.step === 'busy' && (
            <span className="indicator">
              <span className="spinner" /> {richText.uploading}
            </span>
          )}
          {upload.step === 'done' && (
            <span className="indicator">
              <Icon name="check" /> {richText.uploaded}
            </span>
          )}
        </div>
        {upload.step === 'failed' && (
          <div className="row" role="alert">
            <FieldMessages problem={upload.problem} />
            <button className="button" type="button" onClick={() => send(upload.file)}>
              {richText.tryAgain}
            </button>
          </div>
        )}
      </div>
      <InputField
        label={richText.alt}
        hint={richText.altHint}
        value={alt}
        maxLength={textLengthMax}
        onType={setAlt}
        data-first={picture || file ? '' : undefined}
      />
      <InputField label={richText.caption} hint={richText.captionHint} value={caption} maxLength={textLengthMax} onType={setCaption} />
      <div className="row">
        <button className="button" type="button" disabled={src === undefined} onClick={insert}>
          {picture ? richText.setPicture : richText.insertPicture}
        </button>
        <button className="button" data-kind="quiet" type="button" onClick={onClose}>
          {richText.cancel}
        </button>
      </div>
    </Panel>
  )
}

/** Uploads one file at a time; a new file replaces the previous one. Closing the panel cancels the upload. */
function useUpload(first: File | undefined): [Upload, (file: File) => void] {
  const [upload, setUpload] = useState<Upload>({ step: 'none' })
  const current = useRef<AbortController>(null)
  const [send] = useState(() => (file: File) => {
    current.current?.abort()
    const control = new AbortController()
    current.current = control
    setUpload({ step: 'busy' })
    void uploadPicture(file, control.signal).then((sent) => {
      if (control.signal.aborted) return
      setUpload(sent.ok ? { step: 'done', src: sent.src } : { step: 'failed', file, problem: sent.problem })
    })
  })
  useEffect(() => {
    if (first) send(first)
    return () => current.current?.abort()
  }, [first, send])
  return [upload, send]
}

type PanelProps = { label: string; onEnter: () => void; onClose: () => void; children: React.ReactNode }

/** Not a form, because it is inside one. It handles Enter and Escape itself. */
function Panel({ label, onEnter, onClose, children }: PanelProps) {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef({ onEnter, onClose })
  useEffect(() => {
    latest.current = { onEnter, onClose }
  })
  useEffect(() => {
    const panel = root.current
    panel?.querySelector<HTMLElement>('[data-first]')?.focus()
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement && event.target.type !== 'file'
      if (event.key !== 'Escape' && !(event.key === 'Enter' && isField)) return
      event.preventDefault()
      if (event.key === 'Escape') latest.current.onClose()
      else latest.current.onEnter()
    }
    panel?.addEventListener('keydown', onKey)
    return () => panel?.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div ref={root} className="editor-panel flow" role="group" aria-label={label}>
      {children}
    </div>
  )
}
