import { describe, expect, test } from 'vitest'
import { manifest, readQti, resource } from '#tests/qti-samples.ts'

/** An item of QTI 1.2. */
const item12 = (kind: string, presentation: string, processing: string, more = '', id = 'g0123456789abcdef0123456789abcdef') =>
  `<item ident="${id}" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield>${more}</qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">&lt;p&gt;Which?&lt;/p&gt;&lt;img src="$IMS-CC-FILEBASE$/a.png"&gt;</mattext></material>${presentation}</presentation><resprocessing>${processing}</resprocessing>`
const quiz = (...items: string[]) =>
  `<questestinterop><assessment ident="gquiz" title="Quiz 1"><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`
const label = (id: string, text: string) =>
  `<response_label ident="${id}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`
const lid = (id: string, cardinality: string, labels: string, prompt = '') =>
  `<response_lid ident="${id}" rcardinality="${cardinality}">${prompt && `<material><mattext>${prompt}</mattext></material>`}<render_choice>${labels}</render_choice></response_lid>`
const when = (condition: string, score: string) =>
  `<respcondition><conditionvar>${condition}</conditionvar>${score && `<setvar varname="SCORE" action="Set">${score}</setvar>`}</respcondition>`
const equal = (id: string, value: string) => `<varequal respident="${id}">${value}</varequal>`
const four = label('1', 'a &lt; b') + label('2', 'Two') + label('3', 'Three')

describe('a quiz of QTI 1.2', () => {
  test('has single and multiple choices with feedback', async () => {
    const feedback =
      '<itemfeedback ident="general_fb"><flow_mat><material><mattext texttype="text/html">&lt;p&gt;Because.&lt;/p&gt;</mattext></material></flow_mat></itemfeedback><itemfeedback ident="1_fb"><flow_mat><material><mattext texttype="text/plain">No</mattext></material></flow_mat></itemfeedback></item>'
    const single = item12('multiple_choice_question', lid('r', 'Single', four), when(equal('r', '2'), '100')) + feedback
    const many = `${item12('multiple_answers_question', lid('r', 'Multiple', four), when(`<and>${equal('r', '1')}${equal('r', '3')}<not>${equal('r', '2')}</not></and>`, '100'), '', 'g1')}</item>`
    const { items } = await readQti({
      'imsmanifest.xml': manifest(''),
      'gquiz/gquiz.xml': quiz(single, many),
      'gquiz/assessment_meta.xml': '<quiz/>',
      'web_resources/a.png': 'png',
    })
    expect(items.map(({ item }) => item)).toEqual([
      {
        question_type: 'single_choice',
        text: '<p>Which?</p><img src="/images/png">',
        options: ['a &lt; b', 'Two', 'Three'],
        correct_answer: ['B'],
        explanation: '<p>Because.</p>',
        option_explanations: ['No', null, null],
      },
      expect.objectContaining({ question_type: 'multiple_choice', correct_answer: ['A', 'C'] }),
    ])
    expect(items[0]).toMatchObject({ sourceId: 'g0123456789abcdef0123456789abcdef', categories: ['Quiz 1'] })
    expect(items[1]?.sourceId).toBe('["pkg","gquiz","g1"]')
  })

  test('has matching and ordering questions', async () => {
    const match = `${item12('matching_question', lid('p', 'Single', four, 'Prompt') + lid('q', 'Single', four, 'Other'), when(equal('p', '3'), '50') + when(equal('q', '1'), '50'), '', 'm')}</item>`
    const order = `${item12('ordering_question', lid('o', 'Ordered', four), when(equal('o', '3') + equal('o', '1') + equal('o', '2'), '1'), '', 'o')}</item>`
    const { items } = await readQti(quiz(match, order))
    expect(items.map(({ item }) => item)).toMatchObject([
      { pairs: { left: ['Prompt', 'Other'], right: ['a &lt; b', 'Two', 'Three'] }, correct_answer: ['0=2', '1=0'] },
      { question_type: 'reorder', correct_answer: ['2', '0', '1'] },
    ])
  })

  test('of WebCT and Respondus has their texts and scores', async () => {
    const truth = (id: string) =>
      `<response_label ident="${id}"><material><mat_extension><w:localizable_mattext xmlns:w="urn:w">${id}</w:localizable_mattext></mat_extension></material></response_label>`
    const single = `${item12('True/false', lid('r', 'Single', truth('true') + truth('false')), when(equal('r', 'true'), '100'), '', 'w')}</item>`
    const add = (prompt: string, value: string, name: string) =>
      when(equal(prompt, value), '1').replace('varname="SCORE" action="Set"', `varname="${name}" action="Add"`)
    const scores = add('p', '3', 'Respondus_Correct') + add('p', '1', 'Respondus_Incorrect') + add('q', '1', 'Respondus_Correct')
    const match = `${item12('matching', lid('p', 'Single', four, 'Prompt') + lid('q', 'Single', four, 'Other'), scores, '', 'm')}</item>`
    const typed = `${item12('fillInMultiple', '', when(equal('[a]', 'word'), '1'), '', 'f').replace('question_type', 'respondusapi_qtype')}</item>`
    const { items } = await readQti({
      'imsmanifest.xml': manifest(resource('1', 'my file.xml')),
      'my_file.xml': quiz(single, match, typed),
    })
    expect(items.map(({ item, problems }) => [item['options'], item['correct_answer'], problems?.[0]?.reason])).toEqual([
      [['true', 'false'], ['A'], undefined],
      [undefined, ['0=2', '1=0'], undefined],
      [undefined, undefined, 'asks for a typed answer, which this bank does not have'],
    ])
  })

  test('has a text as the case study of the questions about it, and refuses other kinds', async () => {
    const parent = '<qtimetadatafield><fieldlabel>parent_stimulus_item_ident</fieldlabel><fieldentry>t1</fieldentry></qtimetadatafield>'
    const about = `${item12('multiple_choice_question', lid('r', 'Single', four), when(equal('r', '2'), '100'), parent, 'c')}</item>`
    const other = (kind: string, id: string) => `${item12(kind, '', '', '', id)}</item>`
    const { items } = await readQti(
      quiz(other('text_only_question', 't1'), about, other('text_only_question', 't2'), other('essay_question', 'e')),
    )
    expect(items.map(({ place, item, problems }) => [place.element, item['case_study'], problems?.[0]?.reason])).toEqual([
      ['c', { title: 'Question', content: '<p>Which?</p>' }, undefined],
      ['e', undefined, 'is an essay, which this bank does not have'],
      ['t2', undefined, 'is a text without a question'],
    ])
  })

  test('is not read twice if a package has it in full', async () => {
    const one = quiz(`${item12('multiple_choice_question', lid('r', 'Single', four), when(equal('r', '2'), '100'))}</item>`)
    const { items } = await readQti({ 'imsmanifest.xml': manifest(''), 'g1/assessment_qti.xml': one, 'non_cc_assessments/g1.xml.qti': one })
    expect(items.map(({ place }) => place.file)).toEqual(['non_cc_assessments/g1.xml.qti'])
  })

  test('of Blackboard has the items of a matching question once, and matches without points', async () => {
    const text = (words: string) =>
      `<flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="HTML">${words}</mat_formattedtext></mat_extension></material></flow>`
    const row = (id: string, words: string) =>
      `<flow class="Block">${text(words)}<response_lid ident="${id}" rcardinality="Single"><render_choice><response_label ident="${id}1"/><response_label ident="${id}2"/></render_choice></response_lid></flow>`
    const content = `<questestinterop><assessment title="Pool"><section><item><itemmetadata><bbmd_asi_object_id>_77_1</bbmd_asi_object_id><bbmd_questiontype>Matching</bbmd_questiontype></itemmetadata><presentation><flow class="Block"><flow class="QUESTION_BLOCK">${text('Match.')}</flow><flow class="RESPONSE_BLOCK">${row('x', 'cat')}${row('y', 'newt')}</flow><flow class="RIGHT_MATCH_BLOCK"><flow class="Block">${text('amphibian')}</flow><flow class="Block">${text('mammal')}</flow></flow></flow></presentation><resprocessing>${when(equal('x', 'x2'), '')}${when(equal('y', 'y1'), '')}${when('<other/>', '0.0')}</resprocessing></item></section></assessment></questestinterop>`
    const { items } = await readQti({
      'imsmanifest.xml': manifest('<resource identifier="r" bb:file="res00001.dat" type="assessment/x-bb-qti-pool"/>'),
      'res00001.dat': content,
    })
    expect(items[0]?.item).toMatchObject({
      text: 'Match.',
      pairs: { left: ['cat', 'newt'], right: ['amphibian', 'mammal'] },
      correct_answer: ['0=1', '1=0'],
    })
    expect(items[0]?.sourceId).toBe('["pkg","Pool","_77_1"]')
  })
})

test('a pool of Blackboard that is not QTI has choices, orders and matches', async () => {
  const body = (text: string) => `<BODY><TEXT>${text}</TEXT><FLAGS><ISHTML value="false"/></FLAGS></BODY>`
  const entry = (tag: string, id: string) => `<${tag} id="${id}"><TEXT>${id}!</TEXT></${tag}>`
  const pool = `<POOL><TITLE value="Exam 3"/><QUESTIONLIST><QUESTION id="q1" class="QUESTION_MULTIPLECHOICE"/></QUESTIONLIST>
<QUESTION_MULTIPLECHOICE id="q1">${body('a &lt; b?')}${entry('ANSWER', 'a')}${entry('ANSWER', 'b')}<GRADABLE><CORRECTANSWER answer_id="b"/><FEEDBACK_WHEN_INCORRECT>Think.</FEEDBACK_WHEN_INCORRECT></GRADABLE></QUESTION_MULTIPLECHOICE>
<QUESTION_ORDER id="q2">${body('Order')}${entry('ANSWER', 'a')}${entry('ANSWER', 'b')}<GRADABLE><CORRECTANSWER answer_id="a" order="2"/><CORRECTANSWER answer_id="b" order="1"/></GRADABLE></QUESTION_ORDER>
<QUESTION_MATCH id="q3">${body('Match')}${entry('ANSWER', 'a')}${entry('CHOICE', 'x')}${entry('CHOICE', 'y')}<GRADABLE><CORRECTANSWER answer_id="a" choice_id="y"/></GRADABLE></QUESTION_MATCH>
<QUESTION_ESSAY id="q4">${body('Essay')}</QUESTION_ESSAY></POOL>`
  const { items } = await readQti(pool)
  expect(items.map(({ item, problems }) => [item['text'], item['correct_answer'], problems?.[0]?.reason])).toEqual([
    ['a &lt; b?', ['B'], undefined],
    ['Order', ['1', '0'], undefined],
    ['Match', ['0=1'], undefined],
    ['q4', undefined, 'is an essay, which this bank does not have'],
  ])
  expect(items[0]).toMatchObject({ item: { explanation: 'Think.' }, categories: ['Exam 3'], place: { line: 2 } })
})
