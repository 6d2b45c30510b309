/** Question papers: sets of questions to print, with an answer key. */
import type { SkillArea } from '#exam/certification.ts'
import { drawQuestions } from '#exam/planning/draw-questions.ts'
import type { PaperRequest } from '#exam/paper/paper-request.ts'
import type { Question } from '#exam/question.ts'
import { seededRandom } from '#exam/random.ts'

type DrawableQuestion = Pick<Question, 'id' | 'skillArea' | 'caseStudyId'>

/**
 * The questions of a paper. The questions of a case study stay together. Numbers that no question in the bank has are skipped. Empty if the
 * outline does not have the area. `questions`: all questions in the bank, in bank order.
 */
export function drawPaper<Drawn extends DrawableQuestion>(
  questions: readonly Drawn[],
  areas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  request: PaperRequest,
): Drawn[] {
  if (request.kind === 'chosen') return groupByCase(request.numbers.flatMap((number) => questions[number - 1] ?? []))
  const { count, area, draw } = request
  const areaName = area === undefined ? undefined : areas[area - 1]?.name
  if (area !== undefined && areaName === undefined) return []
  const eligible = areaName === undefined ? questions : questions.filter(({ skillArea }) => skillArea === areaName)
  return drawQuestions(eligible, areas, count, seededRandom(seedOf(draw)))
}

/** The seed that shuffles the options. If the questions were chosen by number, it is `undefined`, and the options are in bank order. */
export function seedOfPaper(request: PaperRequest): string | undefined {
  return request.kind === 'drawn' ? seedOf(request.draw) : undefined
}

function seedOf(draw: number): string {
  return `paper ${draw}`
}

/** Moves the questions of a case study together, to the place of its first question. */
function groupByCase<Drawn extends DrawableQuestion>(questions: readonly Drawn[]): Drawn[] {
  return questions.flatMap((question, i) => {
    const { caseStudyId } = question
    if (caseStudyId === null) return [question]
    const isFirst = questions.findIndex((other) => other.caseStudyId === caseStudyId) === i
    return isFirst ? questions.filter((other) => other.caseStudyId === caseStudyId) : []
  })
}
