/** Adds a guest's attempts on this device to a member's account. */
import type { AttemptRow, DeviceOwner } from '#exam/sync/device-journal.ts'
import type { JournalStores } from '#web/sync/database.ts'
import type { Journal } from '#web/sync/journal.ts'

/** The server's reply about a guest's simulation. `later`: it stays the guest's and can be added later. */
export type SimulationAdoption = 'adopted' | 'missing' | 'later'

/** How many attempts the member now owns, how many the server no longer has, and how many stay the guest's. */
export type AdoptionReport = { adopted: number; missing: number; left: number }

/** A guest's attempts that have any moves besides the start and navigation. Simulations without a secret are left out. */
export function listGuestAttempts({ transact }: Journal): Promise<Pick<AttemptRow, 'id' | 'certificationId' | 'set' | 'secret'>[]> {
  return transact('readonly', listGuestRows)
}

/**
 * Makes the owner of the journal the owner of the guest's attempts: practice immediately, a simulation after `adoptSimulation`, which
 * asks the server. A simulation that the server no longer has is removed from this device.
 */
export async function adoptGuestAttempts(
  journal: Journal,
  adoptSimulation: (owner: DeviceOwner, id: string, secret: string) => Promise<SimulationAdoption>,
): Promise<AdoptionReport> {
  // Practice needs no network, so it does not wait for the simulations.
  const practice = await applyAdoptions(journal, new Map())
  const adoptions = new Map<string, SimulationAdoption>()
  for (const { id, secret } of await listGuestAttempts(journal)) {
    if (secret !== undefined) adoptions.set(id, await adoptSimulation(journal.owner, id, secret).catch(() => 'later'))
  }
  const simulations = await applyAdoptions(journal, adoptions)
  return { ...simulations, adopted: practice.adopted + simulations.adopted }
}

function applyAdoptions({ owner, transact }: Journal, adoptions: ReadonlyMap<string, SimulationAdoption>): Promise<AdoptionReport> {
  return transact('readwrite', async (stores) => {
    const rows = await listGuestRows(stores)
    const report: AdoptionReport = { adopted: 0, missing: 0, left: 0 }
    for (const { secret, ...row } of rows) {
      const adoption = secret === undefined ? 'adopted' : (adoptions.get(row.id) ?? 'later')
      if (adoption === 'adopted') stores.putRow({ ...row, owner })
      if (adoption === 'missing') stores.deleteAttempt(row.id)
      report[adoption === 'later' ? 'left' : adoption] += 1
    }
    return report
  })
}

async function listGuestRows(stores: JournalStores): Promise<AttemptRow[]> {
  // The server cannot identify the owner of a simulation without its secret.
  const rows = (await stores.listRows()).filter((row) => row.owner === null && (row.set === 'simulation') === (row.secret !== undefined))
  const hasProgress = await Promise.all(
    rows.map(async ({ id }) => (await stores.listEntries(id, 0)).some(({ move }) => move.type !== 'start' && move.type !== 'go')),
  )
  return rows.filter((_, i) => hasProgress[i])
}
