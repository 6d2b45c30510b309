/** The time on each answered question of an attempt on this device. */
import { useEffect, useState } from 'react'
import { readAnswerTimes, readKnownOwner, type DeviceOwner } from '#web/sync/index.ts'

/** Milliseconds by question id. `undefined` until the times are known; empty if the device does not have the attempt. */
export function useAnswerTimes(
  attemptId: string | undefined,
  owner: DeviceOwner = readKnownOwner(),
): ReadonlyMap<string, number> | undefined {
  const [times, setTimes] = useState<ReadonlyMap<string, number>>()
  useEffect(() => {
    if (attemptId === undefined) return
    let isGone = false
    readAnswerTimes(owner, attemptId).then(
      (read) => isGone || setTimes(read),
      // The results do not need the times.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [attemptId, owner])
  return times
}
