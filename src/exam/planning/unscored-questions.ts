/**
 * The questions of a simulation that do not count. The real exam has such questions too, but Microsoft has not published how many, so we chose
 * the share. The result of a simulation says which questions did not count.
 */
import { seededRandom, shuffle } from '#exam/random.ts'

const questionsPerUnscored = 10

/**
 * Chooses one question in ten, or none if there are fewer than ten. The result is in the order of the attempt. `seed` is the seed of the
 * simulation, which must stay on the server until the end.
 */
export function pickUnscored(questionIds: readonly string[], seed: string): string[] {
  const count = Math.floor(questionIds.length / questionsPerUnscored)
  const picked = new Set(shuffle(questionIds, seededRandom(`${seed} unscored`)).slice(0, count))
  return questionIds.filter((id) => picked.has(id))
}
