/** A browser's local storage for tests: entries are properties, as in `Object.keys(localStorage)`. */

/** If `isFull` is set, it refuses new entries. */
export function createStorage(isFull: () => boolean = () => false): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      if (isFull()) throw new DOMException('Full', 'QuotaExceededError')
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  return Object.create(methods) as Storage
}
