/** Uploads an image with `POST /api/images`. The text does not change when the upload fails. */
import { readRefusal } from '#web/admin/call-api.ts'
import { failureSentence, richText } from '#web/text/en/admin/question-editor.ts'

/** Types that the server accepts, for the file dialog. */
export const pictureKinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

const pictureBytesMax = 5 * 1024 * 1024

export type UploadedPicture = { ok: true; src: string } | { ok: false; problem: string }

export async function uploadPicture(file: File, signal: AbortSignal): Promise<UploadedPicture> {
  if (file.size > pictureBytesMax) return { ok: false, problem: richText.tooLarge }
  try {
    const headers = { 'Content-Type': file.type || 'application/octet-stream' }
    const response = await fetch('/api/images', { method: 'POST', body: file, headers, signal })
    if (!response.ok) return { ok: false, problem: failureSentence(await readRefusal(response, richText.uploadFailed)) }
    const { address } = (await response.json()) as { address: string }
    return { ok: true, src: address }
  } catch {
    return { ok: false, problem: failureSentence({ message: richText.uploadFailed }) }
  }
}

/** The first image among pasted or dropped files. */
export function findPicture(files: FileList | undefined): File | undefined {
  return [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
}
