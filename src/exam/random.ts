/** Random numbers generated from a seed, and shuffling. `random` functions return numbers from 0 (inclusive) to 1 (exclusive). */

/** The entries in random order. Every order is equally likely. */
export function shuffle<Entry>(list: readonly Entry[], random: () => number): Entry[] {
  const left = [...list]
  return list.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as Entry)
}

/** A deterministic random function: SplitMix32, seeded with a hash of the text. */
export function seededRandom(seed: string): () => number {
  let state = 0
  for (const character of seed) state = mix(state ^ (character.codePointAt(0) ?? 0))
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

function mix(number: number): number {
  const once = Math.imul(number ^ (number >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return (twice ^ (twice >>> 15)) | 0
}
