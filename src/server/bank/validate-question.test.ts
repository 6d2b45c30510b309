import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBankItem } from '#exam/bank-file/index.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { sanitize } from '#server/bank/sanitize-html.ts'
import { htmlOf } from '#server/bank/question-html.ts'
import { saveCaseStudy } from '#server/bank/save-questions.ts'
import { readReferences } from '#server/bank/question-references.ts'
import { validateCaseStudy, validateQuestion, type References } from '#server/bank/validate-question.ts'
import { aBankItem, aCertification, aMatchingQuestion, aReorderQuestion } from '#tests/factories.ts'
import { sanitizerPayloads } from '#tests/sanitizer-payloads.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const known: References = { certifications: new Map([['mb-800', aCertification()]]), caseStudyIds: new Set(['case-1']) }
const fill = { makeId: () => '01a1f7f8-3000-8dd5-a155-880ff1424827', createdAt: '2026-11-21T09:00:00.000Z' }
const gate = (values: Record<string, unknown>) => validateQuestion(good(values), known, fill)
/** A valid item. */
const good = (values: Record<string, unknown> = {}) =>
  aBankItem({ options: ['A payment method', 'A reminder term', 'A payment term', 'A payment tolerance'], ...values })

function refusalsOf(values: Record<string, unknown>) {
  const gated = gate(values)
  return gated.ok ? [] : gated.refusals
}

describe('validation', () => {
  test('accepts a valid question without warnings', () => {
    expect(gate({})).toMatchObject({ ok: true, question: { answerKey: ['C'] }, warnings: [] })
    expect(gate({ grounding: null })).toMatchObject({ ok: true, warnings: [] })
  })

  test('returns sanitized HTML, and the same HTML a second time', () => {
    const gated = gate({
      text: '<div>Which one &amp; why?</div>',
      options: ['<span>one</span>', 'a<b', '3 & 4', '<p>four</p>'],
      option_explanations: ['<p></p>', null, '<b class="x">no</b>', ''],
    })
    expect(gated).toMatchObject({
      ok: true,
      question: {
        text: '<p>Which one &amp; why?</p>',
        options: ['one', 'a&lt;b', '3 &amp; 4', '<p>four</p>'],
        optionExplanations: [null, null, '<b>no</b>', null],
      },
    })
    if (gated.ok) expect(validateQuestion(toBankItem(gated.question), known, fill)).toMatchObject({ ok: true, question: gated.question })
  })

  test.each([aReorderQuestion(), aMatchingQuestion()])('accepts an exported question of type $type', (question) => {
    expect(validateQuestion(toBankItem(question), known, fill)).toEqual({ ok: true, question, caseStudy: undefined, warnings: [] })
  })

  test.each([
    [{ text: '<p onclick="alert(1)">x</p>' }, 'text'],
    [{ text: '<script>alert(1)</script>' }, 'text'],
    [{ options: ['a', '<svg onload=alert(1)>', 'c', 'd'] }, 'options'],
    [{ option_explanations: [null, '<iframe src="https://example.com"></iframe>'] }, 'option_explanations'],
    [{ explanation: '<a href="javascript:alert(1)">x</a>' }, 'explanation'],
    [{ explanation: '<form><input></form>' }, 'explanation'],
    [{ explanation: '<b>'.repeat(600) }, 'explanation'],
    [{ case_study_id: 'new', case_study: { title: 'x', content: '<style>p{}</style>' } }, 'case_study.content'],
  ])('refuses %j for its HTML', (values, field) => {
    expect(refusalsOf(values)).toEqual([{ field, reason: expect.stringMatching(/contains HTML that could run code.*; remove this: \S/) }])
  })

  test.each([
    [{ exam_id: 'zz-100' }, 'exam_id', 'is not a certification of this site: "zz-100"'],
    [{ exam_id: '__proto__' }, 'exam_id', 'is not a certification of this site: "__proto__"'],
    [
      { question_type: 'essay' },
      'question_type',
      'is not one of single_choice, multiple_choice, reorder, drag_drop, statements, drop_down, solution',
    ],
    [{ text: '<p> </p>' }, 'text', 'is blank'],
    [{ correct_answer: 'E' }, 'correct_answer', 'E is not among the options A to D'],
    [{ reference: '' }, 'reference', 'is empty'],
    [{ reference: 'javascript:alert(1)' }, 'reference', 'is not an http or https address: "javascript:alert(1)"'],
    [{ options: Array.from({ length: 60 }, String) }, 'options', 'has 60 entries; the limit is 26'],
    [{ case_study_id: 'nowhere' }, 'case_study_id', 'is not a case study of this site, and the question does not include it: "nowhere"'],
    [{ text: '&'.repeat(30_000) }, 'text', 'is 150000 characters long including markup; the limit is 100000'],
  ])('refuses %j', (values, field, reason) => {
    expect(refusalsOf(values)).toEqual([{ field, reason }])
  })

  test.each([
    [{ text: '<div>Which?</div>' }, { field: 'text', reason: 'contained unsupported markup, which was removed; the text is unchanged' }],
    [
      { text: '<p>Which? <img src="https://example.com/a.png"></p>' },
      { field: 'text', reason: 'contained an image from another site, which was removed; upload the image here' },
    ],
    [{ text: '<p>Which? <img src="/a.png"></p>' }, { field: 'text', reason: 'contains an image without alternative text' }],
    [
      { options: ['a', 'bb', 'a great deal longer', 'dd'] },
      { field: 'correct_answer', reason: 'is the longest option, which is easy to guess' },
    ],
    [{ explanation: '' }, { field: 'explanation', reason: 'is empty' }],
    [{ skill: undefined }, { field: 'skill', reason: 'is empty' }],
    [
      { case_study_id: 'new', case_study: { title: 'x', content: '<p class="a">x</p>' } },
      { field: 'case_study.content', reason: 'contained unsupported markup, which was removed; the text is unchanged' },
    ],
  ])('returns a warning for %j', (values, warning) => {
    expect(gate(values)).toMatchObject({ ok: true, warnings: [warning] })
  })

  test('accepts a case study of the site or of the item', () => {
    expect(gate({ case_study_id: 'case-1' })).toMatchObject({ ok: true, question: { caseStudyId: 'case-1' }, caseStudy: undefined })
    expect(gate({ case_study_id: 'new', case_study: { title: ' Skerry ', content: '<div>Boats.</div>' } })).toMatchObject({
      ok: true,
      question: { caseStudyId: 'new' },
      caseStudy: { id: 'new', title: 'Skerry', content: '<p>Boats.</p>' },
    })
  })

  test('leaves nothing of any payload in any field', () => {
    for (const payload of sanitizerPayloads) {
      const gated = gate({
        text: payload,
        explanation: `<p>Because</p>${payload}`,
        options: ['one', 'two', payload, 'four'],
        option_explanations: [payload, null],
        case_study_id: 'new',
        case_study: { title: payload.slice(0, 300), content: payload },
      })
      if (!gated.ok) continue
      // `sanitize-html.test.ts` proves that such texts contain nothing dangerous.
      for (const html of [...htmlOf(gated.question), gated.caseStudy?.content ?? '']) expect([html, sanitize(html)]).toEqual([html, html])
    }
  })
})

describe('validation of a case study', () => {
  test('returns title and sanitized content only', () => {
    const gated = validateCaseStudy({ title: ' Skerry ', content: '<div>Boats.</div>', id: 'x', version: 9 })
    expect(gated).toEqual({
      ok: true,
      caseStudy: { title: 'Skerry', content: '<p>Boats.</p>' },
      warnings: [{ field: 'content', reason: 'contained unsupported markup, which was removed; the text is unchanged' }],
    })
  })

  test.each([
    [{ content: 'x' }, 'title', 'is empty'],
    [{ title: 5, content: 'x' }, 'title', 'is not text'],
    [{ title: 'x'.repeat(301), content: 'x' }, 'title', 'has 301 characters; the limit is 300'],
    [{ title: 'x' }, 'content', 'is empty'],
    [{ title: 'x', content: '<p></p>' }, 'content', 'is blank'],
    [{ title: 'x', content: 'a\0b' }, 'content', 'contains a NUL character'],
    [{ title: 'x', content: '<script>x</script>' }, 'content', expect.stringContaining('contains HTML that could run code')],
  ])('refuses %j', (written, field, reason: unknown) => {
    expect(validateCaseStudy(written)).toMatchObject({ ok: false, refusals: [{ field, reason }] })
  })

  test.each([[null], [undefined], ['text'], [[]]])('refuses %j', (written) => {
    expect(validateCaseStudy(written)).toMatchObject({ ok: false, refusals: [{ field: 'title' }, { field: 'content' }] })
  })
})

describe('the references of questions', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test('are read from the database', async () => {
    await saveCertification(database.db, aCertification(), 1)
    await saveCaseStudy(database.db, { id: 'case-1', title: 'Skerry', content: '<p>Boats.</p>' })
    const read = await readReferences(database.db)
    expect(read.certifications.get('mb-800')).toEqual(aCertification())
    expect([...read.caseStudyIds]).toEqual(['case-1'])
    expect(validateQuestion(good({ case_study_id: 'case-1' }), read, fill)).toMatchObject({ ok: true, warnings: [] })
  })
})
