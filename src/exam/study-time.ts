/** How much somebody has practised, counted from the journals of the runs. */
import { foldJournal, isOver } from '#exam/run.ts'
import type { Move } from '#exam/run.ts'

export type StudyFigures = {
  /** Different certifications practised. */
  certifications: number
  /** Finished runs. */
  finishedRuns: number
  activeMs: number
}

/** A longer gap between two moves, in milliseconds, is a break. */
export const breakMs = 5 * 60_000

/** A journal that does not begin with a start tells of no run and counts nothing. */
export function studyFigures(journals: readonly (readonly Move[])[]): StudyFigures {
  const known = journals.flatMap((moves) => foldJournal(moves) ?? [])
  return {
    certifications: new Set(known.map(({ certificationId }) => certificationId)).size,
    finishedRuns: known.filter(isOver).length,
    activeMs: activeMs(journals),
  }
}

/**
 * Time spent practising, in milliseconds: the gaps between neighbouring moves up to five minutes.
 *
 * Moves of all runs stand on one line, so that going from one run to the next goes on counting, and two runs open at
 * once do not count twice.
 */
export function activeMs(journals: readonly (readonly Move[])[]): number {
  const times = journals.flatMap((moves) => moves.map(({ at }) => at)).toSorted((a, b) => a - b)
  return times.reduce((sum, at, index) => {
    const gap = at - (times[index - 1] ?? at)
    return gap <= breakMs ? sum + gap : sum
  }, 0)
}
