/** Sizes of an enlarged figure, in percent of the width of its dialog. */
export const percentMin = 100
export const percentMax = 400
const steps = [percentMin, 125, 150, 200, 250, 300, percentMax]

export function stepUp(percent: number): number {
  return steps.find((step) => step > percent) ?? percentMax
}

export function stepDown(percent: number): number {
  return steps.findLast((step) => step < percent) ?? percentMin
}

/** The size after two fingers have moved apart by `ratio`, in whole percent, within the bounds. */
export function pinched(percent: number, ratio: number): number {
  return Math.min(percentMax, Math.max(percentMin, Math.round(percent * ratio)))
}
