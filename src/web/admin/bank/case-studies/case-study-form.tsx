/** The form of a case study: title and text. */
import { lengthsMax } from '#exam/bank-file/index.ts'
import { plainText } from '#exam/plain-text.ts'
import type { FieldDifference } from '#web/admin/differences.tsx'
import { EditorPlaceholder } from '#web/admin/bank/editor/editor-placeholder.tsx'
import { EditorNotLoaded } from '#web/admin/editor-not-loaded.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { RecordForm } from '#web/admin/record-form.tsx'
import type { RecordFormProps } from '#web/admin/record-page.tsx'
import { useRecordEditor, type RecordEditorType } from '#web/admin/use-record-editor.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { InputField } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { StoredCaseStudy } from '#server/bank/index.ts'

const RichTextEditor = lazyWithRetry(() => import('#web/admin/bank/editor/rich-text-editor.tsx'), ContentPlaceholder)

const contentHeight = 300

type CaseStudyDraft = { title: string; content: string }

const caseStudyType: RecordEditorType<StoredCaseStudy, CaseStudyDraft> = {
  path: '/api/case-studies',
  responseKey: 'case_study',
  toDraft: (stored) => ({ title: stored?.title ?? '', content: stored?.content ?? '' }),
  toBody: (draft) => draft,
  rebase: (now, sent, saved) => ({
    title: now.title === sent.title ? saved.title : now.title,
    content: now.content === sent.content ? saved.content : now.content,
  }),
  listErrors: (errors, sent, now) =>
    errors.filter(({ field }) => sent[field as keyof CaseStudyDraft] === now[field as keyof CaseStudyDraft]),
}

export function CaseStudyForm(props: RecordFormProps<StoredCaseStudy>) {
  const editor = useRecordEditor({ type: caseStudyType, ...props })
  const { draft, change, errors } = editor
  const problemOf = (field: keyof CaseStudyDraft, label: string) => {
    const error = errors.find((error) => error.field === field)
    return error && catalogueAdmin.reason(label, error.reason)
  }
  return (
    <RecordForm editor={editor} fieldLabel={(field) => catalogueAdmin.caseStudyFields[field] ?? field} listDifferences={listDifferences}>
      <InputField
        label={catalogueAdmin.title}
        hint={catalogueAdmin.titleHint}
        problem={problemOf('title', catalogueAdmin.title)}
        value={draft.title}
        maxLength={lengthsMax.title}
        onType={(title) => change({ title })}
      />
      <ContentEditor
        value={draft.content}
        problem={problemOf('content', catalogueAdmin.content)}
        onChange={(content) => change({ content })}
      />
    </RecordForm>
  )
}

/** Plain text on both sides: only sanitized content may be shown as HTML. */
function listDifferences(stored: StoredCaseStudy, draft: CaseStudyDraft): FieldDifference[] {
  const theirs = plainText(stored.content)
  const mine = plainText(draft.content)
  return [
    ...(stored.title === draft.title ? [] : [{ label: catalogueAdmin.title, values: [stored.title, draft.title] as const }]),
    ...(stored.content === draft.content
      ? []
      : [{ label: catalogueAdmin.content, values: [theirs, theirs === mine ? catalogueAdmin.formattedAlike(mine) : mine] as const }]),
  ]
}

type EditorProps = { value: string; problem: string | undefined; onChange: (html: string) => void }

/** The rich-text editor runs only in the browser, so it is loaded after hydration. */
function ContentEditor({ value, problem, onChange }: EditorProps) {
  if (!useHydrated()) return <ContentPlaceholder />
  return (
    <RichTextEditor
      label={catalogueAdmin.content}
      value={value}
      height={contentHeight}
      hint={catalogueAdmin.contentHint}
      problem={problem}
      onChange={onChange}
    />
  )
}

/** Placeholder while the editor loads, or a retry button if loading failed. */
function ContentPlaceholder({ onTryAgain }: { onTryAgain?: () => void }) {
  if (onTryAgain) return <EditorNotLoaded onTryAgain={onTryAgain} />
  return <EditorPlaceholder label={catalogueAdmin.content} hint={catalogueAdmin.contentHint} height={contentHeight} />
}
