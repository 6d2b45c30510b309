/** Complete and valid test data; a test names only the values it is about. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'

const skillArea = 'Configure financials'
const skill = 'Payment terms and payment methods'

/** A single-choice question with four options and the answer key C. */
export function aQuestion(values: Partial<BankQuestion> = {}): BankQuestion {
  return {
    id: '01a1f7f8-3000-7dd5-a155-880ff1424826',
    examId: 'mb-800',
    type: 'single_choice',
    text: '<p>A vendor grants 2 % for payment within ten days.</p><p>What do you set up?</p>',
    options: ['A payment method', 'A reminder term', 'Payment terms with a discount', 'A payment tolerance'],
    pairs: null,
    answerKey: ['C'],
    explanation: '<p>Payment terms hold the due date and the discount.</p>',
    optionExplanations: ['It says how one pays.', 'It chases late payers.', null, 'It forgives small differences.'],
    reference: 'https://learn.microsoft.com/en-us/dynamics365/business-central/finance-payment-terms',
    skillArea,
    skill,
    objective: null,
    caseStudyId: null,
    difficulty: 2,
    grounding: {
      repository: 'MicrosoftDocs/dynamics365smb-docs',
      path: 'business-central/finance-payment-terms.md',
      commit: 'a'.repeat(40),
      lines: '10-20',
    },
    createdAt: '2026-11-20T08:00:00.000Z',
    state: 'published',
    ...values,
  }
}

/** Correct order: C, A, B. */
export function aReorderQuestion(values: Partial<BankQuestion> = {}): BankQuestion {
  return aQuestion({
    type: 'reorder',
    options: ['Second', 'Third', 'First'],
    answerKey: ['2', '0', '1'],
    optionExplanations: [],
    ...values,
  })
}

/** Two prompts and three items; the last item is a distractor. */
export function aMatchingQuestion(values: Partial<BankQuestion> = {}): BankQuestion {
  const pairs = {
    left: ['Balance of a customer', 'Balance of a vendor'],
    right: ['Payables account', 'Receivables account', 'Inventory account'],
  }
  return aQuestion({ type: 'drag_drop', options: [], pairs, answerKey: ['0=1', '1=0'], optionExplanations: [], ...values })
}

export function aCertification(values: Partial<Certification> = {}): Certification {
  return {
    id: 'mb-800',
    name: 'Dynamics 365 Business Central Functional Consultant',
    description: 'Set up and run finance.',
    family: 'ERP',
    type: 'Associate',
    status: 'active',
    retiredOn: null,
    successor: null,
    successorId: null,
    durationMinutes: 100,
    passScore: 700,
    priceUsd: 165,
    questionCount: '40-60',
    languages: null,
    inFrench: null,
    practiceAssessment: null,
    outlineOf: '2026-06-30',
    studyGuideUrl: null,
    skillAreas: [
      { name: 'Set up Business Central', weightMin: 20, weightMax: 25, skills: ['Number series'] },
      { name: skillArea, weightMin: 30, weightMax: 35, skills: [skill] },
    ],
    sources: { name: { source: 'the study guide', checkedOn: '2026-11-20', isApproximate: false } },
    ...values,
  }
}

/** One objective, in the skill of `aQuestion`. */
export function anOutline(values: Partial<ExamOutline> = {}): ExamOutline {
  return {
    certificationId: 'mb-800',
    version: '2026-06-30',
    effectiveOn: null,
    source: { source: 'the study guide', checkedOn: '2026-11-23', isApproximate: false },
    objectives: [{ id: 'payment-terms', skillArea, skill, text: 'Set up payment terms' }],
    ...values,
  }
}

/** A question in the format of a bank file. */
export function aBankItem(values: Record<string, unknown> = {}): Record<string, unknown> {
  const { id, text, options, explanation, reference, grounding } = aQuestion()
  return {
    id,
    exam_id: 'mb-800',
    question_type: 'single_choice',
    text,
    options,
    correct_answer: ['C'],
    explanation,
    option_explanations: aQuestion().optionExplanations,
    reference,
    skill_area: skillArea,
    skill,
    difficulty: 2,
    grounding,
    created_at: '2026-11-20T08:00:00Z',
    ...values,
  }
}
