/** Splits a list into parts of at most `size` values, for statements and requests that must not grow with the list. */
export function inBatches<Value>(list: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
