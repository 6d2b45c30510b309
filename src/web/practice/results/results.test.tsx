import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { gradeAttempt } from '#exam/results/results.ts'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import ResultsScreen from '#web/practice/results/results-screen.tsx'
import { listFacts } from '#web/practice/results/what-it-adds.tsx'
import { ReviewEnd } from '#web/practice/results/review-end.tsx'
import { exam } from '#web/text/en/practice.ts'
import { results } from '#web/text/en/results.ts'
import { results as frenchResults } from '#web/text/fr/results.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'

const questions = Array.from({ length: 6 }, (_, i) => aQuestion({ id: `q${i + 1}` }))

/** Answers the questions in order; C is correct. */
function anAttempt(letters: string, set: QuestionSet = 'mixed'): Attempt {
  const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set, questionIds: questions.map(({ id }) => id) }
  const answers = letters.split('').map((letter, i): Move => ({ type: 'answer', at: 1000, questionId: `q${i + 1}`, answer: [letter] }))
  return foldJournal([start, ...answers, { type: 'go', at: 1000, position: 1, isGuess: true }, { type: 'finish', at: 2000 }]) as Attempt
}

function render(element: React.ReactNode): string {
  const Page = () => <AuthProvider>{element}</AuthProvider>
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

const certification = aCertification()
const shared = { certification, questions, caseStudies: [], takesFocus: false, notice: null }

const renderResults = (attempt: Attempt) =>
  render(<ResultsScreen {...shared} attempt={attempt} actions={null} onRestart={() => undefined} />)

test('the tabs of the results have thousands separators, in English and French', () => {
  expect(results.filters.blank(1939)).toBe('Not answered 1,939')
  expect(frenchResults.filters.all(2000)).toBe('Toutes 2\u202f000')
})

describe('results of practice', () => {
  test('of a short attempt with an answer to each question have a shelf and no percentage', () => {
    const html = renderResults(anAttempt('CACCCA'))
    expect(html).toContain('4 of 6 correct')
    expect(html).toContain(results.shelfName(1, 'right'))
    expect(html).toContain(results.shelfName(2, 'wrong'))
    expect(html).toContain('href="#reviewed-2"')
    expect(html).not.toContain('<p>67%</p>')
    expect(html.indexOf(results.nextQuestions(6))).toBeLessThan(html.indexOf(results.fixMistakes(2)))
  })

  test('with unanswered questions have a percentage from five answers on, and no shelf', () => {
    const five = renderResults(anAttempt('CACCC'))
    expect(five).toContain('4 of 5 answered correctly')
    expect(five).toContain('<p>80%</p>')
    expect(five).not.toContain(results.yourAnswers)
    expect(five).toContain(results.notAnswered(1))
    expect(renderResults(anAttempt('CACC'))).not.toContain('<p>75%</p>')
  })

  test('name no weakest area before it has enough answers, and say which areas were not answered', () => {
    const [first, second] = aCertification().skillAreas.map(({ name }) => name)
    const inAreas = questions.map((one, i) => ({ ...one, skillArea: (i === 5 ? second : first) ?? '' }))
    const renderAnswers = (letters: string) =>
      render(<ResultsScreen {...shared} questions={inAreas} attempt={anAttempt(letters)} actions={null} onRestart={() => undefined} />)
    expect(renderAnswers('CACC')).toContain(results.weakestUnknown)
    expect(renderAnswers('CACC')).toContain(results.noAnswers)
    expect(renderAnswers('CACCC')).toContain(results.weakest(first ?? '', 4, 5))
    expect(renderAnswers('CCC')).toContain(results.allCorrect)
    expect(renderAnswers('CCC')).not.toContain(results.weakestUnknown)
  })

  test('offer more questions of the same skill area, as many as there are', () => {
    const area = aCertification().skillAreas[1]?.name ?? ''
    const inAreas = questions.map((one, i) => ({ ...one, skillArea: i < 4 ? area : 'Other' }))
    const attempt = { ...anAttempt('CACCCC'), set: 'area-2' } as const
    const html = render(
      <ResultsScreen {...shared} poolSize={4} questions={inAreas} attempt={attempt} actions={null} onRestart={() => undefined} />,
    )
    expect(html).toContain(results.nextQuestions(4))
    expect(html).toContain('href="/exam/mb-800?start=10&amp;area=2"')
  })

  test('hide the answer key of questions that were neither answered nor revealed', () => {
    const shown = (attempt: Attempt) => renderResults(attempt).split(exam.correctAnswer).length - 1
    // Only incorrect answers are listed if there are any.
    const blank = anAttempt('CC')
    expect(shown(blank)).toBe(0)
    expect(shown({ ...blank, revealed: ['q6'] })).toBe(1)
    expect(shown(anAttempt('', 'simulation'))).toBe(6)
  })

  test('say how much of an order or a matching is correct', () => {
    const arranged = [
      aQuestion({ id: 'q1', type: 'reorder', options: ['one', 'two', 'three'], answerKey: ['2', '0', '1'] }),
      aQuestion({ id: 'q2', type: 'drag_drop', pairs: { left: ['a', 'b'], right: ['c', 'd'] }, answerKey: ['0=1', '1=0'] }),
    ]
    const answers = { q1: ['2', '1', '0'], q2: ['0=1', '1=1'] }
    const html = render(
      <ResultsScreen {...shared} questions={arranged} attempt={{ ...anAttempt(''), answers }} actions={null} onRestart={() => undefined} />,
    )
    expect(html).toContain('1 of 3 steps in place')
    expect(html).toContain('1 of 2 pairs correct')
    expect(html).not.toContain(exam.correctAnswer)
  })

  test('count guesses in their own filter', () => {
    const html = renderResults(anAttempt('CACCCA'))
    expect(html).toContain(results.filters.guessed(1))
    expect(html).toContain(results.filters.wrong(2))
  })

  test('of a simulation count unanswered questions as incorrect and have no shelf', () => {
    const html = renderResults(anAttempt('CCCC', 'simulation'))
    expect(html).toContain('4 of 6 correct. 2 unanswered questions count as incorrect')
    for (const text of [results.notAnswered(2), results.doneForToday]) expect(html).not.toContain(text)
    expect(renderResults(anAttempt('CACCCA', 'simulation'))).not.toContain(results.yourAnswers)
  })

  test('have the passing score only after a simulation', () => {
    const inOutline = questions.map((one) => ({ ...one, skillArea: aCertification().skillAreas[0]?.name ?? '' }))
    const renderIn = (set: QuestionSet) =>
      render(
        <ResultsScreen {...shared} questions={inOutline} attempt={anAttempt('CACCCA', set)} actions={null} onRestart={() => undefined} />,
      )
    expect(renderIn('mixed')).toContain('outline-scores')
    expect(renderIn('mixed')).not.toContain('70%')
    expect(renderIn('simulation')).toContain('70%')
  })

  test('have the weakest areas first after a simulation, and in the order of the outline after practice', () => {
    const [first = '', second = ''] = certification.skillAreas.map(({ name }) => name)
    const ten = Array.from({ length: 10 }, (_, i) => aQuestion({ id: `t${i}`, skillArea: i < 5 ? first : second }))
    const answers = Object.fromEntries(ten.map(({ id }, i) => [id, [i < 9 ? 'C' : 'A']]))
    const namesIn = (set: QuestionSet) => {
      const attempt = { ...anAttempt('', set), questionIds: ten.map(({ id }) => id), answers }
      const html = render(<ResultsScreen {...shared} questions={ten} attempt={attempt} actions={null} onRestart={() => undefined} />)
      const rows = html.slice(html.indexOf('class="areas"'))
      return { rows: [first, second].toSorted((a, b) => rows.indexOf(`>${a}<`) - rows.indexOf(`>${b}<`)), html }
    }
    const simulation = namesIn('simulation')
    expect(simulation.rows).toEqual([second, first])
    expect(simulation.html).toContain(results.weakestFirst)
    const practice = namesIn('mixed')
    expect(practice.rows).toEqual([first, second])
    expect(practice.html).not.toContain(results.weakestFirst)
  })

  test('mark the questions that did not count, and show no such filter if all counted', () => {
    const html = renderResults({ ...anAttempt('CACCCA', 'simulation'), unscored: ['q2'] })
    expect(html).toContain(results.counted(4, 5, 0))
    expect(html).toContain(results.unscored(1))
    expect(html).toContain(results.filters.unscored(1))
    // Of the two incorrect answers that are listed, one is unscored.
    expect(html.split(`>${results.didNotCount}<`)).toHaveLength(2)
    const all = renderResults(anAttempt('CACCCA', 'simulation'))
    expect(all).not.toContain(results.didNotCount)
  })

  test('ask a guest before a restart replaces them; a simulation stays on the server', () => {
    const asks = new RegExp(`aria-haspopup="dialog"[^>]*>${results.restart}<`)
    expect(renderResults(anAttempt('CACCCA'))).toMatch(asks)
    expect(renderResults(anAttempt('CACCCA', 'simulation'))).not.toMatch(asks)
  })
})

describe('what a finished practice adds to', () => {
  const result = gradeAttempt(anAttempt('ACA'), questions, [])
  const listFactsOf = (goal: Parameters<typeof listFacts>[2], returns: Parameters<typeof listFacts>[1] = []) =>
    result && listFacts(result, returns, goal).map(({ title, text }) => `${title}: ${text}`)

  test('is the goal, the mistakes and the correct guesses that come back', () => {
    const returns = ['q1', 'q2', 'q3'].map((questionId, i) => ({ questionId, dueOn: `2026-11-2${4 + i}` }))
    expect(listFactsOf({ perDay: 10, answered: 31 }, returns)).toEqual([
      'Today’s goal met: You answered 31 questions today. Your goal is 10.',
      '2 go to your daily review: Questions 1, 3. The first comes back on November 24, 2026.',
      'One guess was correct: You marked question 2 as a guess, so it comes back on November 25, 2026.',
    ])
  })

  test('leaves out what is not known', () => {
    expect(listFactsOf({ perDay: null, answered: 3 })).toEqual([])
    expect(listFactsOf({ perDay: 10, answered: 3 })).toEqual(['7 more to reach today’s goal: You answered 3 questions of 10 today.'])
  })
})

describe('the end of a daily review', () => {
  const renderEnd = (letters: string) =>
    render(<ReviewEnd bankSize={6} {...shared} attempt={anAttempt(letters, 'review')} attemptId={undefined} owner={null} />)

  test('says what was remembered, without a passing score or a restart button', () => {
    const html = renderEnd('CACCCA')
    expect(html).toContain(results.remembered(4, 6))
    expect(html).toContain(results.waiting)
    for (const text of [results.restart, results.passMark(70), '67%']) expect(html).not.toContain(text)
  })

  test('lists unanswered questions separately', () => {
    const html = renderEnd('CA')
    expect(html).toContain(results.remembered(1, 2))
    expect(html).toContain(results.reviewNotAnswered(4))
    expect(renderEnd('')).toContain(results.reviewNothing)
  })
})

describe('the sentence about earlier attempts', () => {
  const sentence = (fixed: number, more: number | null, isMember = false) =>
    results.comparison({ correct: 8, total: 10, fixed, more }, isMember)

  test('gives praise only with a figure', () => {
    expect(sentence(3, 2)).toBe('You fixed 3 earlier mistakes. You got 2 more right than in your last ten.')
    expect(sentence(0, 2, true)).toBe('You got 2 more right than in your last ten on this device.')
    expect(sentence(3, -1)).toBe('You fixed 3 earlier mistakes.')
    // The list below says when they come back.
    expect(sentence(0, -1, true)).toBe('2 questions to look at again.')
    expect(sentence(0, null)).toBe('2 questions to look at again.')
    expect(results.comparison({ correct: 10, total: 10, fixed: 0, more: 0 }, true)).toBe('All 10 answers are correct.')
    expect(results.comparison({ correct: 0, total: 0, fixed: 0, more: null }, false)).toBe('')
  })
})
