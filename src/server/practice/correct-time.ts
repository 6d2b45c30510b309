import type { Move } from '#exam/moves.ts'

/** The earliest and latest time that a move can have, in milliseconds since 1970. */
export type MoveTimes = { earliest: number; latest: number }

/** The move with its time corrected to the server's clock, which is `offsetMs` ahead of the sender's, and limited to the given times. */
export function correctTime<AnyMove extends Move>(move: AnyMove, offsetMs: number, { earliest, latest }: MoveTimes): AnyMove {
  return { ...move, at: Math.max(earliest, Math.min(latest, Math.round(move.at + offsetMs))) }
}
