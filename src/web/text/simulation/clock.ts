/** Digital time, the same in every language. */

const two = (number: number) => String(number).padStart(2, '0')

/** Seconds as digital time: `1:32:10`, `4:05`. */
export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
