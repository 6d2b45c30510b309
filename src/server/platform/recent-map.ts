/** A map with a limited size. It forgets the entries first that were used least recently. */

export type RecentMap<Key, Value> = Pick<Map<Key, Value>, 'get' | 'delete'> & { set: (key: Key, value: Value) => void }

type RecentMapOptions<Value> = {
  /** The largest total size of the entries. */
  max: number
  /** Each entry counts as 1 by default. */
  sizeOf?: (value: Value) => number
}

export function createRecentMap<Key, Value>({ max, sizeOf = () => 1 }: RecentMapOptions<Value>): RecentMap<Key, Value> {
  // A `Map` lists its entries in the order in which they were added.
  const entries = new Map<Key, Value>()
  let size = 0

  const remove = (key: Key) => {
    const value = entries.get(key)
    if (value === undefined) return false
    size -= sizeOf(value)
    return entries.delete(key)
  }

  const get = (key: Key) => {
    const value = entries.get(key)
    if (value !== undefined) {
      entries.delete(key)
      entries.set(key, value)
    }
    return value
  }

  const set = (key: Key, value: Value) => {
    remove(key)
    if (sizeOf(value) > max) return
    entries.set(key, value)
    size += sizeOf(value)
    for (const [oldest] of entries) {
      if (size <= max) break
      remove(oldest)
    }
  }

  return { get, set, delete: remove }
}
