/** Locks between the pages of this browser. */

/**
 * Runs the work while no other page runs work with the same name. Browsers offer locks only on secure pages, and refuse them where the user
 * blocks storage. Without locks, the work runs immediately.
 */
export async function runExclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work()
  let hasStarted = false
  try {
    return await navigator.locks.request(name, () => {
      hasStarted = true
      return work()
    })
  } catch (error) {
    if (hasStarted) throw error
    return work()
  }
}
