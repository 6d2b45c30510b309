/** Requests the file with the flashcards and saves it. */
import { flashcardsName, type FlashcardsRequest } from '#exam/flashcards.ts'
import { openPageJournal, ownerHeaders, type DeviceOwner } from '#web/sync/index.ts'
import { flashcards } from '#text/flashcards.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type DownloadOutcome = { ok: true; cardCount: number } | { ok: false; message: string }

const messages: Readonly<Record<string, 'sealed' | 'gone' | 'tooManyFiles'>> = {
  FLASHCARDS_SEALED: 'sealed',
  FLASHCARDS_GONE: 'gone',
  TOO_MANY_FLASHCARDS: 'tooManyFiles',
}

export async function downloadFlashcards(owner: DeviceOwner, request: FlashcardsRequest): Promise<DownloadOutcome> {
  try {
    const simulation = owner === null ? await findGuestSimulation(request.certificationId) : undefined
    const response = await fetch('/api/flashcards', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, simulation?.secret) },
      body: JSON.stringify({ ...request, ...(simulation && { simulationId: simulation.id }) }),
    })
    if (!response.ok) {
      const { code = '' } = (await response.json()) as { code?: string }
      return { ok: false, message: flashcards[messages[code] ?? 'failed'] }
    }
    saveFile(await response.blob(), flashcardsName(request.certificationId, request.format))
    return { ok: true, cardCount: Number(response.headers.get('Praxam-Cards')) }
  } catch {
    return { ok: false, message: flashcards.failed }
  }
}

/** The guest's latest simulation of the certification on this device. The server refuses to export its questions while it is in progress. */
async function findGuestSimulation(certificationId: string): Promise<{ id: string; secret: string } | undefined> {
  try {
    const { journal } = await openPageJournal(null)
    const row = (await journal.latest(certificationId, 'simulation'))?.row
    return row?.secret === undefined ? undefined : { id: row.id, secret: row.secret }
  } catch {
    // Without storage, there is no simulation either.
    return undefined
  }
}
