/** Finds the certification in an address. */
import { data, redirect } from 'react-router'
import type { Db } from '#server/db/tables.ts'
import { findCertification, type CatalogEntry } from '#server/catalogue/index.ts'

/**
 * The certification with the id in an address. `MB-800` redirects to the address of `mb-800`, which `addressOf` returns.
 *
 * @throws a 404 response for an unknown id, a redirect when only the case differs
 */
export async function getCertification(db: Db, id: string, addressOf: (id: string) => string): Promise<CatalogEntry> {
  const entry = await findCertification(db, id.toLowerCase())
  if (!entry) throw data(null, { status: 404 })
  if (entry.id !== id) throw redirect(addressOf(entry.id), 301)
  return entry
}
