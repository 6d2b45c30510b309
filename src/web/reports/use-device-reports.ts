/** The reports on this device, as React state. */
import { useSyncExternalStore } from 'react'
import { useAuth } from '#web/accounts/index.ts'
import { listReports, readKnownMember, subscribeToReports, type DeviceOwner, type DeviceReport } from '#web/sync/index.ts'

/** The owner of the reports on this device. Until the session has loaded, that is the last known member. */
export function useDeviceOwner(): DeviceOwner {
  const { state } = useAuth()
  if (state.status === 'checking') return readKnownMember()?.id ?? null
  return state.status === 'signed-in' ? state.member.id : null
}

export function useDeviceReports(owner: DeviceOwner): readonly DeviceReport[] {
  const text = useSyncExternalStore(
    subscribeToReports,
    () => JSON.stringify(listReports().filter((report) => report.owner === owner)),
    () => '[]',
  )
  return JSON.parse(text) as DeviceReport[]
}
