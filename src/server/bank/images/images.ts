/** Uploads and deletes images. Uploads are re-encoded without metadata; their content determines their format. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { imagesFolder, isFileKey, type FileStore } from '#server/platform/file-store.ts'
import type { ImageEncoder } from '#server/bank/images/image-encoder.ts'
import type { ImageRefusal } from '#server/bank/images/reencode.ts'
import { listEarlierUses, listUsedImages } from '#server/bank/images/image-list.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { tryLockImageUses } from '#server/bank/images/image-usage.ts'
import { isAdministrator, lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit } from '#server/audit/index.ts'

type Resources = { db: Kysely<Tables>; files: FileStore }

/** Why an image was not deleted. `web/text/en/admin/images.ts` has a text for each code. */
export type ImageDeleteRefusal = 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_IMAGE' | 'IMAGE_USED' | 'IMAGE_IN_EARLIER_VERSION'

/**
 * Stores an image under a random name. `actorId` is `null` for a command on the server. After an error, the file is removed again.
 *
 * @throws {FileStoreProblem} or {DiskFull}
 */
export async function addImage(
  { db, files, imageEncoder }: Resources & { imageEncoder: ImageEncoder },
  actorId: string | null,
  bytes: Uint8Array,
): Promise<{ ok: true; name: string; address: string } | { ok: false; refusal: ImageRefusal | 'NOT_AN_ADMINISTRATOR' }> {
  // This is outside the transaction, because encoding and storing take a long time, and the database must serve other requests.
  if (actorId !== null && !(await isAdministrator(db, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
  const encoded = await imageEncoder.reencode(bytes)
  if (!encoded.ok) return encoded
  const name = `${randomBytes(16).toString('hex')}.${encoded.extension}`
  await files.put(imagesFolder + name, encoded.bytes)
  const isStored = await transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return false
    await recordAudit(transaction, actorId, 'image-added', name)
    return true
  }).catch(async (error: unknown) => {
    // No other image has this name. The cause of the failure matters more than a file that remains.
    await files.remove(imagesFolder + name).catch(() => undefined)
    throw error
  })
  if (isStored) return { ok: true, name, address: imageAddress + name }
  await files.remove(imagesFolder + name)
  return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
}

/**
 * Deletes an unused image. An image in an earlier version of a question is deleted only with `mayBeInEarlierVersion`. While a text with
 * images is being saved, every image counts as used.
 *
 * @throws {FileStoreProblem}
 */
export async function deleteImage(
  { db, files }: Resources,
  actorId: string | null,
  name: string,
  mayBeInEarlierVersion: boolean,
): Promise<ImageDeleteRefusal | undefined> {
  const key = imagesFolder + name
  if (!isFileKey(key) || !(await files.get(key))) return 'UNKNOWN_IMAGE'
  return transact(db, async (transaction): Promise<ImageDeleteRefusal | undefined> => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    if (!(await tryLockImageUses(transaction)) || (await listUsedImages(transaction, [name])).size > 0) return 'IMAGE_USED'
    if (!mayBeInEarlierVersion && (await listEarlierUses(transaction, [name])).size > 0) return 'IMAGE_IN_EARLIER_VERSION'
    await recordAudit(transaction, actorId, 'image-deleted', name)
    // Last, so that a failure rolls back the audit entry.
    await files.remove(key)
    return undefined
  })
}
