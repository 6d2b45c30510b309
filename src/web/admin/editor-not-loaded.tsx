/** Reports that an editor could not be loaded and offers a retry. */
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Notice } from '#web/ui/notice.tsx'

export function EditorNotLoaded({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <>
      <Notice verdict="wrong">{questionEditor.notLoaded}</Notice>
      <p>
        <button className="button" type="button" data-first-focus onClick={onTryAgain}>
          {questionEditor.tryAgain}
        </button>
      </p>
    </>
  )
}
