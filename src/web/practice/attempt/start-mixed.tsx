/**
 * `/exam/:certificationId?start=10`: draws a mixed practice set, starts an attempt with it, and opens the attempt. With `area=2`, `only=unseen`,
 * `only=flagged`, or `only=wrong`, it draws only from matching questions. With `seed`, it draws the questions that the preview counted.
 */
import { useSearchParams } from 'react-router'
import type { QuestionSet } from '#exam/attempt.ts'
import type { SkillArea } from '#exam/certification.ts'
import { filterQuestions, questionFilters } from '#exam/planning/custom-set.ts'
import type { Knowledge } from '#exam/planning/knowledge.ts'
import { drawMixedPractice } from '#exam/planning/mixed-practice.ts'
import { seededRandom } from '#exam/random.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { countDrawn, findAreaOfSet, type PracticeLength } from '#exam/question-set.ts'
import { StartAttempt } from '#web/practice/attempt/start-attempt.tsx'
import { useKnowledge } from '#web/review/index.ts'

type Props = {
  certification: { id: string; skillAreas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[] }
  /** The index of the bank, once it is loaded. */
  questions: readonly IndexedQuestion[] | undefined
  /** Mixed practice, a skill area, or mistakes. */
  set: QuestionSet
  length: PracticeLength
  onDrawn: (questionIds: readonly string[]) => void
}

export default function StartMixed({ certification: { id, skillAreas }, questions, set, length, onDrawn }: Props) {
  const [parameters] = useSearchParams()
  const known = useKnowledge(id, questions)
  const draw = () => {
    const knowledge: Knowledge = known?.knowledge ?? new Map()
    const filters = questionFilters.filter((filter) => parameters.getAll('only').includes(filter))
    const area = findAreaOfSet(set, skillAreas)
    const pool = filterQuestions(questions ?? [], knowledge, { filters, areas: area ? [area.name] : [], types: [] })
    const count = countDrawn(length, pool.length)
    const random = seededRandom(parameters.get('seed') ?? String(Math.random()))
    const drawn = drawMixedPractice(pool, skillAreas, knowledge, count, random).map((question) => question.id)
    onDrawn(drawn)
    return drawn
  }
  return <StartAttempt certificationId={id} set={set} isReady={known !== undefined} draw={draw} />
}
