/** Prints the source file with the readiness figures that the site shows, and computes the fingerprint of the code that produced them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Calibration } from '#exam/readiness/calibration.ts'

const folder = 'src/exam/readiness'

/** A fingerprint of the code of the model and the simulated learners. */
export function hashReadinessModel(root: string): string {
  const files = readdirSync(join(root, folder)).filter((name) => !name.includes('.test.') && name !== 'calibration.ts')
  const hash = createHash('sha256')
  for (const path of [...files.toSorted().map((name) => `${folder}/${name}`), 'tools/readiness/simulate-readiness.ts'])
    hash.update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

export function printCalibration(calibration: Calibration): string {
  const before = readFileSync(join(import.meta.dirname, '../../src/exam/readiness/calibration.ts'), 'utf8')
  const start = before.indexOf(declaration)
  return `${before.slice(0, start)}${declaration}${printValue(calibration)}\n`
}

const declaration = 'export const calibration: Calibration = '

/** A value as source text in the format of this project, with rounded numbers. */
function printValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'number') return String(Math.round(value * 1_000) / 1_000)
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'number'))
    return `[${value.map((entry) => printValue(entry)).join(', ')}]`
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((entry) => `${inner}${printValue(entry, inner)},\n`).join('')}${indent}]`
  const fields = Object.entries(value as object)
  const isRow = 'group' in (value as object)
  const printed = fields.map(([name, field]) => `${name}: ${printValue(field, inner)}`)
  return isRow ? `{ ${printed.join(', ')} }` : `{\n${printed.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}
