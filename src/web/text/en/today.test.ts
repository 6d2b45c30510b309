import { describe, expect, test } from 'vitest'
import { today } from '#web/text/en/today.ts'

describe('the daily goal in words', () => {
  test('counts toward the goal until it is met', () => {
    expect(today.goalToday(4, 10)).toBe('Goal today: 4 of 10')
    expect(today.stripGoal(9, 10)).toEqual({ figure: '9 of 10', text: 'questions today' })
    expect(today.goalMeter(4, 10)).toBe('4 of 10 questions')
    expect(today.toGo(4, 10)).toBe('6 to go.')
  })

  test('never says that more was answered than there is to answer', () => {
    expect(today.goalToday(31, 10)).toBe('Today’s goal met: 31 questions')
    expect(today.stripGoal(10, 10)).toEqual({ figure: '10', text: 'questions today, goal met' })
    expect(today.goalMeter(31, 10)).toBe('31 questions, goal of 10 met')
    expect(today.toGo(10, 10)).toBe('You’ve met today’s goal of 10.')
  })
})
