/** The certification that an address names. */
import { data, redirect } from 'react-router'
import type { Db } from '#server/db/tables.ts'
import { findCertification } from '#server/catalogue/index.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'

/**
 * The entry of an id as written in an address. `MB-800` is sent on to the address of `mb-800`, which `addressOf` makes.
 *
 * @throws a 404 answer when there is none, a redirect when only the case differs; both are for the router
 */
export async function getCertification(db: Db, id: string, addressOf: (id: string) => string): Promise<CatalogueEntry> {
  const entry = await findCertification(db, id.toLowerCase())
  if (!entry) throw data(null, { status: 404 })
  if (entry.id !== id) throw redirect(addressOf(entry.id), 301)
  return entry
}
