/**
 * Stores the editions of large banks in the database. A process that starts then reads only the chunks that have changed since, and not every
 * question. Another build does not use them, because it may write the same questions differently.
 */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { BankEdition } from '#server/bank/bank-edition.ts'
import type { ChunkMembers } from '#server/bank/chunk-versions.ts'
import type { Db } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'

export type StoredEditions = {
  /** The edition that was stored last, if this build can use it. */
  read: (certificationId: string) => Promise<BankEdition | undefined>
  /** Stores an edition in the background. A failure is logged. */
  store: (edition: BankEdition) => void
  /** From now on, `read` finds only an edition that is stored later. */
  discard: (certificationId: string) => void
}

/** For a process without a build, whose sources may change. */
export const nothingStored: StoredEditions = { read: async () => undefined, store: () => undefined, discard: () => undefined }

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** `build`: fingerprint of the running build. */
export function openStoredEditions(db: Db, build: string, log: Pick<Log, 'warn'>): StoredEditions {
  const discarded = new Set<string>()

  const save = async (stored: BankEdition): Promise<void> => {
    const { certificationId } = stored.bank
    const edition = await compress(printEdition(stored))
    await db
      .insertInto('stored_editions')
      .values({ exam_id: certificationId, build, edition })
      .onConflict((conflict) => conflict.column('exam_id').doUpdateSet({ build, edition }))
      .execute()
    discarded.delete(certificationId)
  }

  return {
    read: async (certificationId) => {
      if (discarded.has(certificationId)) return undefined
      const row = await db
        .selectFrom('stored_editions')
        .select('edition')
        .where('exam_id', '=', certificationId)
        .where('build', '=', build)
        .executeTakeFirst()
      return row && parseEdition(row.edition)
    },
    store: (edition) =>
      void save(edition).catch((error: unknown) =>
        log.warn({ error, certificationId: edition.bank.certificationId }, 'The addresses of the chunks could not be stored'),
      ),
    discard: (certificationId) => void discarded.add(certificationId),
  }
}

/** `chunks`: the addresses with their members, in the order of the positions. */
type EditionContent = Omit<BankEdition, 'members' | 'index'> & { chunks: [string, ChunkMembers][]; index: string }

function printEdition({ members, index, ...edition }: BankEdition): string {
  return JSON.stringify({ ...edition, chunks: [...members], index: String(index) } satisfies EditionContent)
}

/** `undefined` if the bytes are not those of an edition. */
async function parseEdition(bytes: Buffer): Promise<BankEdition | undefined> {
  try {
    const { chunks, index, ...edition } = JSON.parse(String(await decompress(bytes))) as EditionContent
    return { ...edition, members: new Map(chunks), index: Buffer.from(index) }
  } catch {
    return undefined
  }
}
