/** Applying a new outline: the text of the file, the preview, and the button that saves. */
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OutlinePreviewView } from './outline-preview.tsx'
import { useOutlineApplication, type OutlineTrouble } from './use-outline-application.ts'

type Props = { certificationId: string; currentText: string | undefined }

export function OutlineApplication({ certificationId, currentText }: Props) {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<string>()
  const top = useRef<HTMLHeadingElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [previews, setPreviews] = useState(0)
  const application = useOutlineApplication(certificationId, ({ groups }) => {
    setDone(outlineAdmin.applied(groups.moved.total, groups['re-check'].total, groups.orphaned.total))
    void revalidate()
  })
  const { text, setText, shown, isCurrent, trouble, busy, show, continueAs, apply, take } = application
  // Moves the focus to the requested preview, which is below the form.
  useEffect(() => {
    if (previews > 0) heading.current?.focus()
  }, [previews])

  const submit = async () => {
    setDone(undefined)
    if (await show()) setPreviews((count) => count + 1)
    else top.current?.focus()
  }
  // The message is above the form, and the button may be gone.
  const finish = async () => {
    await apply()
    top.current?.focus()
  }

  return (
    <section className="apart outline-application" aria-labelledby="new-outline">
      <h2 id="new-outline" ref={top} tabIndex={-1}>
        {outlineAdmin.new}
      </h2>
      <p className="soft measure">{outlineAdmin.newLede}</p>
      <form
        className="flow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {done && <Notice verdict="right">{done}</Notice>}
        {trouble && <Trouble trouble={trouble} />}
        <div className="row">
          <FileButton label={outlineAdmin.choose} accept=".json,application/json" onChoose={take} />
          {currentText !== undefined && (
            <button className="button" type="button" disabled={text !== ''} onClick={() => setText(currentText)}>
              {outlineAdmin.takeCurrent}
            </button>
          )}
        </div>
        <Field label={outlineAdmin.file} hint={outlineAdmin.fileHint}>
          {(control) => (
            <textarea
              {...control}
              className="input json"
              rows={10}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <p>
          <BusyButton
            type="submit"
            {...(!(shown && isCurrent) && { kind: 'primary' as const })}
            label={outlineAdmin.show}
            busy={outlineAdmin.showing}
            isBusy={busy === 'preview'}
            isDisabled={busy === 'apply'}
          />
        </p>
      </form>
      {shown && (
        <OutlinePreviewView
          certificationId={certificationId}
          preview={shown.preview}
          heading={heading}
          isOutdated={!isCurrent}
          isBusy={busy !== undefined}
          isApplying={busy === 'apply'}
          onContinue={continueAs}
          onApply={() => void finish()}
        />
      )}
      <LeaveWarning isUnsaved={text !== '' && text !== currentText} />
    </section>
  )
}

function Trouble({ trouble: { message, refusals } }: { trouble: OutlineTrouble }) {
  return (
    <>
      <Notice verdict="wrong">{message}</Notice>
      {refusals.length > 0 && (
        <ul className="issues">
          {refusals.map(({ field, reason }, i) => (
            <li key={i}>
              {field ? <code>{field}</code> : outlineAdmin.wholeFile} {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
