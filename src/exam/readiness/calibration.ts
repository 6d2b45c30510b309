/** How well readiness agrees with simulated exam results. `npm run readiness:check -- --write` writes the figures below. */

/** A group of learners, from and to. Shares are from 0 to 1: results inside the range, expected and simulated passes. */
export type CalibrationRow = {
  readonly group: readonly [number, number]
  readonly learners: number
  readonly inside: number
  /** Of the range, in points. */
  readonly width: number
  readonly expectedPasses: number
  readonly passes: number
}

/** Groups by the number of answers, and by the expected probability to pass in percent. */
export type CalibrationFigures = {
  readonly all: CalibrationRow
  readonly byAnswers: readonly CalibrationRow[]
  readonly byChance: readonly CalibrationRow[]
}

/** `model`: fingerprint of the code that the figures were made with. */
export type Calibration = CalibrationFigures & {
  readonly learners: number
  readonly seed: string
  readonly checkedOn: string
  readonly model: string
}

export const calibration: Calibration = {
  learners: 5000,
  seed: 'praxam',
  checkedOn: '2026-11-28',
  model: '5273b92b85d1ec12',
  all: { group: [30, 220], learners: 5000, inside: 0.918, width: 26.938, expectedPasses: 0.428, passes: 0.435 },
  byAnswers: [
    { group: [30, 49], learners: 653, inside: 0.933, width: 31.031, expectedPasses: 0.444, passes: 0.452 },
    { group: [50, 99], learners: 1769, inside: 0.909, width: 27.919, expectedPasses: 0.442, passes: 0.441 },
    { group: [100, 149], learners: 1146, inside: 0.924, width: 26.102, expectedPasses: 0.405, passes: 0.41 },
    { group: [150, 220], learners: 1432, inside: 0.918, width: 24.528, expectedPasses: 0.423, passes: 0.439 },
  ],
  byChance: [
    { group: [0, 10], learners: 1643, inside: 0.912, width: 29.081, expectedPasses: 0.024, passes: 0.021 },
    { group: [10, 30], learners: 742, inside: 0.927, width: 29.364, expectedPasses: 0.194, passes: 0.178 },
    { group: [30, 50], learners: 514, inside: 0.907, width: 28.617, expectedPasses: 0.399, passes: 0.426 },
    { group: [50, 70], learners: 496, inside: 0.913, width: 27.431, expectedPasses: 0.603, passes: 0.621 },
    { group: [70, 90], learners: 636, inside: 0.915, width: 25.722, expectedPasses: 0.81, passes: 0.835 },
    { group: [90, 100], learners: 969, inside: 0.932, width: 21.101, expectedPasses: 0.968, passes: 0.979 },
  ],
}
