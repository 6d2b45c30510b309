/** The normal distribution. */

/** A random number from the standard normal distribution, by the Box–Muller transform. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The share of a normal distribution below a value, from 0 to 1. With a deviation of 0, the whole distribution is at the mean. */
export function normalShareBelow(value: number, mean: number, deviation: number): number {
  if (deviation === 0) return value > mean ? 1 : 0
  return (1 + errorFunction((value - mean) / (deviation * Math.SQRT2))) / 2
}

/** Approximation 7.1.26 in Abramowitz and Stegun, Handbook of Mathematical Functions; its error is below 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}
