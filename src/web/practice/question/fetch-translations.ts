/** Requests the French texts of an attempt's questions and case studies from the server. */
import type { AttemptTranslationsResponse } from '#exam/contract.ts'
import { ownerHeaders, responseTimeoutMs, type DeviceOwner } from '#web/sync/index.ts'

/** `secret`: the secret of a guest's simulation. Rejects when the server cannot be reached in time or refuses. */
export async function fetchTranslations(owner: DeviceOwner, id: string, secret?: string): Promise<AttemptTranslationsResponse> {
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const response = await fetch(`/api/attempts/${id}/translations/fr`, { headers: ownerHeaders(owner, secret), signal })
  if (!response.ok) throw new Error(`The request for translations failed with status ${response.status}`)
  return (await response.json()) as AttemptTranslationsResponse
}
