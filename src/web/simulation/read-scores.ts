/** Reads the results of the latest simulations of an exam: with one request for a member, with one request per simulation for a guest. */
import { comparedSimulationsMax, type SimulationScore } from '#exam/results/simulation-comparison.ts'
import type { AttemptRow } from '#exam/sync/device-journal.ts'
import { fetchLatestSimulation, fetchResult } from '#web/simulation/simulation-requests.ts'
import { openPageJournal, type DeviceOwner } from '#web/sync/index.ts'

/** @throws when the server cannot be reached in time, or the storage cannot be read */
export async function readScores(owner: DeviceOwner, certificationId: string): Promise<readonly SimulationScore[]> {
  return owner === null ? readGuestScores(certificationId) : ((await fetchLatestSimulation(owner, certificationId))?.scores ?? [])
}

async function readGuestScores(certificationId: string): Promise<SimulationScore[]> {
  const { journal } = await openPageJournal(null)
  const rows = await journal.transact('readonly', (stores) => stores.listRows())
  const own = rows.filter((row) => row.owner === null && row.set === 'simulation' && row.certificationId === certificationId)
  // One more, because the latest may be the result that the others are compared with.
  const latest = own.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, comparedSimulationsMax + 1)
  return (await Promise.all(latest.map(readScore))).flatMap((score) => score ?? [])
}

/** `undefined` while the simulation is in progress, and after the server has deleted it. */
async function readScore({ id, startedAt, secret }: AttemptRow): Promise<SimulationScore | undefined> {
  const result = await fetchResult(null, id, secret)
  return result && { id, startedAt, ...result }
}
