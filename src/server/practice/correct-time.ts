import type { Move } from '#exam/attempt.ts'

/** The earliest and latest time that a move can have, in milliseconds since 1970. */
export type MoveTimes = { earliest: number; latest: number }

/** The move with its time by the server's clock, which differs from the sender's by `offsetMs`. */
export function correctTime<AnyMove extends Move>(move: AnyMove, offsetMs: number, { earliest, latest }: MoveTimes): AnyMove {
  return { ...move, at: Math.max(earliest, Math.min(latest, Math.round(move.at + offsetMs))) }
}
