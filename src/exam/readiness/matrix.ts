/** Small symmetric positive definite matrices, as lists of rows: one row per skill area of an exam. */

type Matrix = readonly (readonly number[])[]

/** The lower triangular matrix L with L × Lᵀ = `matrix`. */
export function cholesky(matrix: Matrix): number[][] {
  const lower: number[][] = matrix.map((row) => row.map(() => 0))
  for (const [i, row] of matrix.entries()) {
    for (let j = 0; j <= i; j += 1) {
      let sum = row[j] ?? 0
      for (let k = 0; k < j; k += 1) sum -= at(lower, i, k) * at(lower, j, k)
      const target = lower[i]
      if (target) target[j] = i === j ? Math.sqrt(sum) : sum / at(lower, j, j)
    }
  }
  return lower
}

export function invert(matrix: Matrix): number[][] {
  const lower = cholesky(matrix)
  const columns = matrix.map((_, i) =>
    solve(
      lower,
      matrix.map((_, j) => (i === j ? 1 : 0)),
    ),
  )
  // The inverse is symmetric, so its columns are its rows.
  return columns
}

export function multiply(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, entry, i) => sum + entry * (vector[i] ?? 0), 0))
}

/** Solves L × Lᵀ × x = `right` for x. */
function solve(lower: Matrix, right: readonly number[]): number[] {
  const size = right.length
  const x = [...right]
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < i; j += 1) x[i] = (x[i] ?? 0) - at(lower, i, j) * (x[j] ?? 0)
    x[i] = (x[i] ?? 0) / at(lower, i, i)
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let j = i + 1; j < size; j += 1) x[i] = (x[i] ?? 0) - at(lower, j, i) * (x[j] ?? 0)
    x[i] = (x[i] ?? 0) / at(lower, i, i)
  }
  return x
}

function at(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? 0
}
