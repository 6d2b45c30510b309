/** The notes that record which exams the user saved for offline use. */
import { splitLanguage } from '#exam/languages.ts'
import type { SavedExam } from './messages.ts'
import { openNotes, type SiteCopy } from './site-copy.ts'

/** Paths of the pages saved with an exam, without a language prefix. `translatePages` adds the languages. */
export function listExamPages(id: string): string[] {
  return [`/exam/${id}`, `/exam/${id}/build`, `/exam/${id}/review`, `/certifications/${id}`]
}

/** Sorted by id. */
export async function listSavedExams(copy: SiteCopy): Promise<SavedExam[]> {
  const responses = await (await openNotes(copy)).matchAll()
  const exams = await Promise.all(responses.map(async (response) => (await response.json()) as SavedExam))
  return exams.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export async function writeNote(copy: SiteCopy, exam: SavedExam): Promise<void> {
  await (await openNotes(copy)).put(`/exam/${exam.id}`, Response.json(exam))
}

/** Deletes the note of the exam at an address such as `/exam/mb-800`, in any language. Other addresses have no note. */
export async function deleteNote(copy: SiteCopy, address: string): Promise<void> {
  await (await openNotes(copy)).delete(splitLanguage(address).path)
}

export async function refreshNote(copy: SiteCopy, address: string): Promise<void> {
  const response = await (await openNotes(copy)).match(splitLanguage(address).path)
  if (response) await writeNote(copy, { ...((await response.json()) as SavedExam), keptAt: copy.now() })
}
