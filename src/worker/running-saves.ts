/** The saves that are running, so that a page that was reloaded can follow them. */
import type { SaveProblem } from './messages.ts'

type OnProgress = (share: number) => void
type RunningSave = { language: string | undefined; share: number; followers: Set<OnProgress>; end: Promise<SaveProblem | undefined> }

const runningSaves = new Map<string, RunningSave>()

/** The ids of the exams that are being saved. */
export function listRunningSaves(): string[] {
  return [...runningSaves.keys()]
}

/**
 * Runs a save, so that pages can follow it. If the exam is already being saved in the same language, follows that save instead. Returns why
 * the exam is not saved.
 */
export async function runSave(
  id: string,
  language: string | undefined,
  onProgress: OnProgress,
  save: (onProgress: OnProgress) => Promise<SaveProblem | undefined>,
): Promise<SaveProblem | undefined> {
  const current = runningSaves.get(id)
  if (current && current.language === language) return followSave(id, onProgress)
  const followers = new Set([onProgress])
  const report = (share: number) => {
    running.share = share
    for (const follower of followers) follower(share)
  }
  const running: RunningSave = { language, share: 0, followers, end: Promise.resolve().then(() => save(report)) }
  runningSaves.set(id, running)
  try {
    return await running.end
  } finally {
    // A save in another language may have started later.
    if (runningSaves.get(id) === running) runningSaves.delete(id)
  }
}

/** Reports the progress of a running save until its end. Returns why the exam is not saved, or `undefined` if no save is running. */
export async function followSave(id: string, onProgress: OnProgress): Promise<SaveProblem | undefined> {
  const running = runningSaves.get(id)
  if (!running) return undefined
  running.followers.add(onProgress)
  onProgress(running.share)
  return running.end
}
