/**
 * `npm run readiness:check -- [SEED] [--write]`: compares readiness ranges with the exam results of simulated learners. `--write` stores
 * the figures that the site shows.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashReadinessModel, printCalibration } from './readiness/calibration-file.ts'
import { checkReadiness } from './readiness/simulate-readiness.ts'

const learners = 5_000
const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } })
const [seed = 'praxam'] = positionals
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const figures = checkReadiness(learners, seed)

console.log(`${learners} simulated learners, seed "${seed}". Nine of ten results should be inside the range.`)
console.table(
  [figures.all, ...figures.byAnswers].map(({ group, learners, inside, width }) => ({
    answers: group.join(' to '),
    learners,
    'inside the range': percent(inside),
    'width in points': width.toFixed(1),
  })),
)
console.log('How often learners pass, compared with the expected probability of passing.')
console.table(
  figures.byChance.map(({ group, learners, expectedPasses, passes }) => ({
    'expected, in percent': group.join(' to '),
    learners,
    'expected on average': percent(expectedPasses),
    passed: percent(passes),
  })),
)
if (values.write) {
  const root = join(import.meta.dirname, '..')
  const checkedOn = new Date().toISOString().slice(0, 10)
  writeFileSync(
    join(root, 'src/exam/readiness/calibration.ts'),
    printCalibration({ learners, seed, checkedOn, model: hashReadinessModel(root), ...figures }),
  )
}
