/** Values that are created when they are first used, such as what a package provides that most processes do not need. */

export type FirstUse<Value> = {
  /** Creates the value, or returns the one that exists. After a failure, the next call tries again. */
  get: () => Promise<Value>
  /** The value, if it exists. */
  current: () => Promise<Value | undefined>
}

export function onFirstUse<Value>(create: () => Promise<Value>): FirstUse<Value> {
  let created: Promise<Value> | undefined
  const createAgainAfter = (error: unknown) => {
    created = undefined
    throw error
  }
  return {
    get: () => (created ??= create().catch(createAgainAfter)),
    current: async () => created?.catch(() => undefined),
  }
}
