/** The days below the chart of attempts. */

/** Columns between two labels on a narrow screen. */
const columnsBetweenLabels = 3

/** A label below the first attempt of each day; `days` must be in order. A narrow screen hides the labels that are `isRare`. */
export function listDayLabels(days: readonly string[]): { day: string; column: number; isRare: boolean }[] {
  let next = 0
  return days.flatMap((day, column) => {
    if (day === days[column - 1]) return []
    const isRare = column < next
    if (!isRare) next = column + columnsBetweenLabels
    return [{ day, column, isRare }]
  })
}
