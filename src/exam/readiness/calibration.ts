/** How well readiness agrees with simulated exam results. `npm run readiness:check -- --write` writes the figures below. */

/** A group of learners: those from `from` to `to`. The shares, from 0 to 1, are results inside the range, and expected and simulated passes. */
export type CalibrationRow = {
  readonly group: readonly [number, number]
  readonly learners: number
  readonly inside: number
  /** Width of the range, in points. */
  readonly width: number
  readonly expectedPasses: number
  readonly passes: number
}

/** Groups by the number of answers, and by the expected probability of passing in percent. */
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
  model: 'ee95a6c7435d02a1',
  all: { group: [30, 220], learners: 5000, inside: 0.907, width: 25.944, expectedPasses: 0.428, passes: 0.435 },
  byAnswers: [
    { group: [30, 49], learners: 653, inside: 0.923, width: 30.057, expectedPasses: 0.444, passes: 0.452 },
    { group: [50, 99], learners: 1769, inside: 0.902, width: 26.94, expectedPasses: 0.442, passes: 0.441 },
    { group: [100, 149], learners: 1146, inside: 0.914, width: 25.101, expectedPasses: 0.405, passes: 0.41 },
    { group: [150, 220], learners: 1432, inside: 0.901, width: 23.513, expectedPasses: 0.423, passes: 0.439 },
  ],
  byChance: [
    { group: [0, 10], learners: 1643, inside: 0.906, width: 28.085, expectedPasses: 0.024, passes: 0.021 },
    { group: [10, 30], learners: 742, inside: 0.916, width: 28.334, expectedPasses: 0.194, passes: 0.178 },
    { group: [30, 50], learners: 514, inside: 0.897, width: 27.687, expectedPasses: 0.399, passes: 0.426 },
    { group: [50, 70], learners: 496, inside: 0.893, width: 26.415, expectedPasses: 0.603, passes: 0.621 },
    { group: [70, 90], learners: 636, inside: 0.903, width: 24.748, expectedPasses: 0.81, passes: 0.835 },
    { group: [90, 100], learners: 969, inside: 0.917, width: 20.102, expectedPasses: 0.968, passes: 0.979 },
  ],
}
