import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FormatItem } from '#server/bank/formats/format.ts'
import { restoreOwnParts } from '#server/bank/formats/own-parts.ts'
import { qti } from '#server/bank/formats/qti/read-qti.ts'
import { writeQtiPackage } from '#server/bank/formats/qti/write-package.ts'
import { hardCaseStudy, hardQuestions } from '#tests/export-questions.ts'
import { anExportSource } from '#tests/export-source.ts'
import { readWith } from '#tests/format-file.ts'

const read = (content: Parameters<typeof readWith>[1]) => readWith(qti, content)

const readOne = async (content: Parameters<typeof read>[0]): Promise<FormatItem> => {
  const [item] = (await read(content)).items
  if (!item) throw new Error('The file has no item')
  return item
}
const reasonsOf = (issues: FormatItem['leftOut']) => (issues ?? []).map(({ field, reason }) => `${field} ${reason}`)
const problemOf = async (content: Parameters<typeof read>[0]) => reasonsOf((await readOne(content)).problems)[0]

/** An item of QTI 2.1. */
const item2 = (declaration: string, body: string, rest = '', id = 'q1') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${id}" title="Title">${declaration}<itemBody>${body}</itemBody>${rest}</assessmentItem>`
const correct = (cardinality: string, values: string[], more = '') =>
  `<responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier"><correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>${more}</responseDeclaration>`
const choices = (max: string, options: Record<string, string>) =>
  `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="${max}"><prompt>Which?</prompt>${Object.entries(options)
    .map(([id, html]) => `<simpleChoice identifier="${id}">${html}</simpleChoice>`)
    .join('')}</choiceInteraction>`
const plain = item2(correct('single', ['b']), choices('1', { a: 'One', b: 'Two', c: 'Three' }))

/** An item of QTI 3.0. */
const item3 = (body: string, id = 'q1') =>
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="${id}" title="Title"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>${body}</qti-assessment-item>`
const choice3 =
  '<qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="a">A</qti-simple-choice><qti-simple-choice identifier="b">B</qti-simple-choice></qti-choice-interaction>'

const manifest = (resources: string, id = 'pkg') => `<manifest identifier="${id}"><resources>${resources}</resources></manifest>`
const resource = (id: string, href: string, inner = '') =>
  `<resource identifier="${id}" type="imsqti_item_xmlv2p1" href="${href}"><file href="${href}"/>${inner}</resource>`

describe('an item of QTI 2 or 3', () => {
  test('with one choice is a single choice, and its feedback explains options and question', async () => {
    const found = await readOne(
      item2(
        correct('single', ['b']),
        `<p>See &amp; choose.</p>${choices('1', { a: 'One<feedbackInline outcomeIdentifier="F" identifier="a" showHide="show">Too few</feedbackInline>', b: '<b>Two</b>' })}`,
        '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/><modalFeedback outcomeIdentifier="F" identifier="b" showHide="show">Two is right.</modalFeedback><modalFeedback outcomeIdentifier="F" identifier="any" showHide="show">General.</modalFeedback>',
      ),
    )
    expect(found.item).toEqual({
      question_type: 'single_choice',
      text: '<p>See &amp; choose.</p>Which?',
      options: ['One', '<b>Two</b>'],
      correct_answer: ['B'],
      explanation: '<p>General.</p><p>Two is right.</p>',
      option_explanations: ['Too few', null],
    })
    expect(found.leftOut).toEqual([])
  })

  test('with a mapping is a multiple choice, and lists the points', async () => {
    const mapping =
      '<mapping><mapEntry mapKey="a" mappedValue="1"/><mapEntry mapKey="c" mappedValue="0.5"/><mapEntry mapKey="b" mappedValue="-1"/></mapping>'
    const found = await readOne(
      item2(
        `<responseDeclaration identifier="RESPONSE" cardinality="multiple">${mapping}</responseDeclaration>`,
        choices('0', { a: 'One', b: 'Two', c: 'Three' }),
      ),
    )
    expect(found.item).toMatchObject({ question_type: 'multiple_choice', correct_answer: ['A', 'C'] })
    expect(reasonsOf(found.leftOut)).toEqual([
      'correct_answer has points for single options (A 1, B -1, C 0.5), which are left out; only the complete answer earns the point',
    ])
  })

  test('has the key of its response processing if it declares none', async () => {
    const processing =
      '<responseProcessing><responseCondition><responseIf><and><not><match><variable identifier="RESPONSE"/><baseValue baseType="identifier">a</baseValue></match></not><match><variable identifier="RESPONSE"/><baseValue baseType="identifier">c</baseValue></match></and><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>'
    const declaration = '<responseDeclaration identifier="RESPONSE" cardinality="single"/>'
    const found = await readOne(item2(declaration, choices('1', { a: 'One', b: 'Two', c: 'Three' }), processing))
    expect(found.item['correct_answer']).toEqual(['C'])
  })

  test('with an order is a reorder question', async () => {
    const body =
      '<orderInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="x">Second</simpleChoice><simpleChoice identifier="y">First</simpleChoice></orderInteraction>'
    const found = await readOne(item2(correct('ordered', ['y', 'x']), body))
    expect(found.item).toMatchObject({ question_type: 'reorder', options: ['Second', 'First'], correct_answer: ['1', '0'], text: 'Title' })
  })

  const set = (ids: string[]) =>
    `<simpleMatchSet>${ids.map((id) => `<simpleAssociableChoice identifier="${id}">${id}!</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
  const match = (left: string[], right: string[], pairs: string[]) =>
    item2(correct('multiple', pairs), `<matchInteraction responseIdentifier="RESPONSE">${set(left)}${set(right)}</matchInteraction>`)

  test('with matches is a drag-and-drop question', async () => {
    const found = await readOne(match(['a', 'b'], ['x', 'y', 'z'], ['b x', 'a z']))
    expect(found.item).toMatchObject({ pairs: { left: ['a!', 'b!'], right: ['x!', 'y!', 'z!'] }, correct_answer: ['0=2', '1=0'] })
  })

  test('with groups has the other side as prompts, without entries that belong nowhere', async () => {
    const found = await readOne(match(['group', 'other'], ['x', 'y', 'z'], ['group x', 'group y']))
    expect(found.item).toMatchObject({ pairs: { left: ['x!', 'y!'], right: ['group!', 'other!'] }, correct_answer: ['0=0', '1=0'] })
    expect(reasonsOf(found.leftOut)).toEqual(['pairs have the prompt “z!”, which matches nothing and is left out'])
  })

  test('with several matches on both sides is refused', async () => {
    expect(await problemOf(match(['a', 'b'], ['x', 'y'], ['a x', 'a y', 'b x']))).toMatch(/^pairs match “a!” with several items/)
  })

  test('with gaps is a drag-and-drop question', async () => {
    const gaps = `<gapMatchInteraction responseIdentifier="RESPONSE"><gapText identifier="w">winter</gapText><gapText identifier="s">summer</gapText><p>Cold <gap identifier="g1"/>, warm <gap identifier="g2"/>.</p></gapMatchInteraction>`
    const found = await readOne(item2(correct('multiple', ['s g2', 'w g1']), gaps))
    expect(found.item).toMatchObject({
      text: '<p>Cold [1], warm [2].</p>',
      pairs: { left: ['[1]', '[2]'], right: ['winter', 'summer'] },
      correct_answer: ['0=0', '1=1'],
    })
  })

  test('with several lists in its text offers all entries in each gap', async () => {
    const declare = (id: string, value: string) => correct('single', [value]).replace('RESPONSE', id)
    const list = (id: string, entries: string[]) =>
      `<inlineChoiceInteraction responseIdentifier="${id}">${entries.map((entry) => `<inlineChoice identifier="${entry}">${entry}</inlineChoice>`).join('')}</inlineChoiceInteraction>`
    const found = await readOne(
      item2(declare('R1', 'red') + declare('R2', 'blue'), `<p>${list('R1', ['red', 'plaid'])} or ${list('R2', ['blue', 'red'])}</p>`),
    )
    expect(found.item).toMatchObject({
      text: '<p>[1] or [2]</p>',
      pairs: { left: ['[1]', '[2]'], right: ['red', 'plaid', 'blue'] },
      correct_answer: ['0=0', '1=2'],
    })
    expect(reasonsOf(found.leftOut)).toEqual(['pairs had a list of choices for each gap; now each gap offers all of them'])
  })

  test('with a list in its text has no empty choice', async () => {
    const list = `<p>Write <inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="n"></inlineChoice><inlineChoice identifier="a">low</inlineChoice><inlineChoice identifier="b">high</inlineChoice></inlineChoiceInteraction>.</p>`
    const { item } = await readOne(item2(correct('single', ['b']), list))
    expect(item).toMatchObject({ options: ['low', 'high'], correct_answer: ['B'] })
  })

  test.each([
    ['<textEntryInteraction responseIdentifier="RESPONSE"/>', 'question_type asks for a typed answer, which this bank does not have'],
    ['<extendedTextInteraction responseIdentifier="RESPONSE"/>', 'question_type is an essay, which this bank does not have'],
    ['<hotspotInteraction responseIdentifier="RESPONSE"/>', 'question_type asks for places on a picture, which this bank does not have'],
    ['<p>Hello</p>', 'question_type cannot be determined: the item asks nothing'],
    [
      `<feedbackBlock identifier="f">${choices('1', { a: 'x' })}</feedbackBlock>`,
      'question_type asks only after an earlier try, in its feedback',
    ],
    [`<printedVariable identifier="N"/>${choices('1', { a: 'x' })}`, 'text contains values that are computed for each candidate'],
    [
      choices('1', { a: 'x' }) + choices('1', { b: 'x' }),
      'question_type combines 2 questions in one item; make each of them an item of its own',
    ],
    [choices('1', { a: 'x', d: 'y' }), 'correct_answer is missing'],
  ])('that we do not have is refused: %s', async (body, reason) => {
    expect(await problemOf(item2(correct('single', ['b']), body))).toBe(reason)
  })

  test('lists rubric blocks, sounds and formulas', async () => {
    const body = `<rubricBlock view="scorer"><p>Secret</p></rubricBlock><audio src="a.mp3"/><math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>${choices('1', { a: 'x', b: 'y' })}`
    const found = await readOne(item2(correct('single', ['b']), body))
    expect(found.item['text']).toBe('x/2Which?')
    expect(reasonsOf(found.leftOut)).toEqual([
      'text has a rubric block (instructions for candidates or graders), which is left out',
      'text has the audio a.mp3, which is left out',
      'text has a formula, which became plain text; compare it with the original',
    ])
  })

  test('may be encoded in Windows-1252', async () => {
    const text = plain.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="windows-1252"?>').replace('Two', 'Prêt')
    expect((await readOne(Buffer.from(text, 'latin1'))).item['options']).toEqual(['One', 'Prêt', 'Three'])
  })
})

describe('a package of QTI', () => {
  test('is read in the order of its manifest, with images and titles of sections', async () => {
    const body = `<p><img src="../media/a%20b.png" alt="Chart"/><img src="none.png" alt="Gone"/></p>${choices('1', { a: 'x', b: 'y' })}`
    const test21 =
      '<assessmentTest title="Test"><testPart><assessmentSection title="Finance"><assessmentItemRef identifier="r" href="items/one.xml"/></assessmentSection></testPart></assessmentTest>'
    const { items, warnings } = await read({
      'p/imsmanifest.xml': manifest(resource('2', 'items/two.xml') + resource('1', 'items/one.xml') + resource('t', 'test.xml')),
      'p/test.xml': test21,
      'p/items/one.xml': item2(correct('single', ['b']), body, '', 'one'),
      'p/items/two.xml': item2(correct('single', ['b']), choices('1', { a: 'x', b: 'y' }), '', 'two'),
      'p/media/a b.png': 'png',
      '__MACOSX/p/items/._one.xml': 'clutter',
    })
    expect(items.map(({ place, sourceId }) => [place, sourceId])).toEqual([
      [{ line: 1, file: 'p/items/two.xml', element: 'two' }, '["pkg","pkg","two"]'],
      [{ line: 1, file: 'p/items/one.xml', element: 'one' }, '["pkg","pkg","one"]'],
    ])
    expect(items[1]?.item['text']).toBe('<p><img src="/images/png" alt="Chart">Gone</p>Which?')
    expect(reasonsOf(items[1]?.leftOut)).toEqual(['text shows p/items/none.png, which is not in the file'])
    expect(items[1]?.categories).toEqual(['Test', 'Finance'])
    expect(warnings).toEqual([])
  })

  test('without a manifest is read with a warning', async () => {
    const { items, warnings } = await read({ 'a.xml': plain, 'inner.zip': 'PK' })
    expect(items).toHaveLength(1)
    expect(warnings).toEqual([
      'imsmanifest.xml is not in the package; all files with questions are read',
      'inner.zip is an archive inside the package, which is not read; unpack it and import it alone',
    ])
  })

  test('reports a missing file with its line, and a circle of resources', async () => {
    const circle =
      resource('a', 'a.xml', '<dependency identifierref="b"/>') + '\n' + resource('b', 'b.xml', '<dependency identifierref="a"/>')
    const { items, warnings } = await read({ 'imsmanifest.xml': manifest(circle), 'a.xml': plain })
    expect(items[0]).toMatchObject({ place: { line: 2, file: 'imsmanifest.xml' }, problems: [{ field: 'b.xml' }] })
    expect(warnings).toEqual(['imsmanifest.xml, line 1 has resources that depend on each other in a circle: a, b, a'])
  })

  test('refuses only the file that is not XML or declares entities', async () => {
    const bomb = plain.replace('<assessmentItem', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem')
    const { items } = await read({ 'imsmanifest.xml': manifest(''), 'a.xml': bomb, 'b.xml': plain.slice(0, -30), 'c.xml': plain })
    expect(items.map(({ place, problems }) => [place.file, problems?.[0]?.reason.slice(0, 50) ?? ''])).toEqual([
      ['a.xml', 'cannot be read: Line 1: the document type declares'],
      ['b.xml', 'cannot be read: The file is not XML. Line 1, colum'],
      ['c.xml', ''],
    ])
  })

  test('without questions is refused', async () => {
    await expect(read({ 'imsmanifest.xml': manifest(''), 'x.xml': '<course/>' })).rejects.toThrow(/^The package contains no QTI items/)
  })

  test('keeps items apart whose identifiers are equal', async () => {
    const { items } = await read({ 'a.xml': plain, 'b.xml': plain })
    expect(new Set(items.map(({ sourceId }) => sourceId)).size).toBe(2)
  })

  const stimulus = (body: string) =>
    `<qti-assessment-stimulus identifier="S" title="Fabrikam"><qti-stimulus-body>${body}</qti-stimulus-body></qti-assessment-stimulus>`
  const withStimulus = item3(
    `<qti-assessment-stimulus-ref identifier="S" href="s/s.xml" title="S"/><qti-item-body>${choice3}</qti-item-body>`,
  )

  test('has a shared stimulus as case study', async () => {
    const { items } = await read({
      'a.xml': withStimulus,
      'b.xml': withStimulus.replace('"q1"', '"q2"'),
      's/s.xml': stimulus('<p>Story <img src="i.png" alt=""/></p>'),
      's/i.png': 'png',
    })
    expect(items.map(({ item }) => item['case_study'])).toEqual(
      [1, 2].map(() => ({ title: 'Fabrikam', content: '<p>Story <img src="/images/png" alt=""></p>' })),
    )
    expect(new Set(items.map(({ item }) => item['case_study_id'])).size).toBe(1)
  })

  test('has a page that an item embeds as case study, and says which pages are left out', async () => {
    const page = (name: string) => `<object data="s/${name}.html" type="text/html"/>`
    const { items } = await read({
      'a.xml': item2(correct('single', ['b']), page('one') + page('two') + choices('1', { a: 'x', b: 'y' })),
      's/one.html': '<html><head><title>Islands</title></head><body><p>Seventy islands.</p></body></html>',
      's/two.html': '<html><body><p>More.</p></body></html>',
    })
    expect(items[0]?.item['case_study']).toEqual({ title: 'Islands', content: '<p>Seventy islands.</p>' })
    expect(reasonsOf(items[0]?.leftOut)).toEqual(['text embeds the page s/two.html, which is left out'])
  })

  test.each([
    [{}, 'case_study is missing: s/s.xml is not in the package'],
    [
      {
        's/s.xml': stimulus('<object type="text/html" data="t.html"/>'),
        's/t.html': '<html><body><object type="text/html" data="s.xml"/></body></html>',
      },
      'case_study refers to itself: s/s.xml, then s/t.html, then s/s.xml',
    ],
  ])('refuses a stimulus that is missing or cyclic', async (files, reason) => {
    const { items } = await read({ 'a.xml': withStimulus, ...files })
    expect(reasonsOf(items.find(({ place }) => place.file === 'a.xml')?.problems)).toEqual([reason])
  })

  test.each(['2.1', '3.0'] as const)('of our own export %s gives equal answers, ids and tags', async (version) => {
    const pieces: Uint8Array[] = []
    for await (const piece of writeQtiPackage(anExportSource(hardQuestions, [hardCaseStudy]), version)) pieces.push(piece)
    const { items } = await read(unzipSync(Buffer.concat(pieces)))
    const known = new Map([['mb-800', { skillAreas: [] }]])
    const restored = items.map((one) => restoreOwnParts(one, known))
    expect(items.flatMap(({ problems }) => problems ?? [])).toEqual([])
    expect(items.map(({ sourceId }) => sourceId)).toEqual(hardQuestions.map(({ id }) => id))
    for (const [i, { found, caseStudyId }] of restored.entries()) {
      const question = hardQuestions[i]
      expect(found.item).toMatchObject({
        question_type: question?.type,
        correct_answer: question?.answerKey,
        explanation: expect.stringContaining(question?.explanation.includes('<u>') ? '<u>' : '') as string,
        ...(question?.optionExplanations.length !== 0 && { option_explanations: question?.optionExplanations }),
        reference: question?.reference,
        state: question?.state,
      })
      expect(caseStudyId ?? null).toBe(question?.caseStudyId ?? null)
    }
  })
})

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
    const { items } = await read({
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
    const { items } = await read(quiz(match, order))
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
    const { items } = await read({ 'imsmanifest.xml': manifest(resource('1', 'my file.xml')), 'my_file.xml': quiz(single, match, typed) })
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
    const { items } = await read(
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
    const { items } = await read({ 'imsmanifest.xml': manifest(''), 'g1/assessment_qti.xml': one, 'non_cc_assessments/g1.xml.qti': one })
    expect(items.map(({ place }) => place.file)).toEqual(['non_cc_assessments/g1.xml.qti'])
  })

  test('of Blackboard has the items of a matching question once, and matches without points', async () => {
    const text = (words: string) =>
      `<flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="HTML">${words}</mat_formattedtext></mat_extension></material></flow>`
    const row = (id: string, words: string) =>
      `<flow class="Block">${text(words)}<response_lid ident="${id}" rcardinality="Single"><render_choice><response_label ident="${id}1"/><response_label ident="${id}2"/></render_choice></response_lid></flow>`
    const content = `<questestinterop><assessment title="Pool"><section><item><itemmetadata><bbmd_asi_object_id>_77_1</bbmd_asi_object_id><bbmd_questiontype>Matching</bbmd_questiontype></itemmetadata><presentation><flow class="Block"><flow class="QUESTION_BLOCK">${text('Match.')}</flow><flow class="RESPONSE_BLOCK">${row('x', 'cat')}${row('y', 'newt')}</flow><flow class="RIGHT_MATCH_BLOCK"><flow class="Block">${text('amphibian')}</flow><flow class="Block">${text('mammal')}</flow></flow></flow></presentation><resprocessing>${when(equal('x', 'x2'), '')}${when(equal('y', 'y1'), '')}${when('<other/>', '0.0')}</resprocessing></item></section></assessment></questestinterop>`
    const { items } = await read({
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
  const { items } = await read(pool)
  expect(items.map(({ item, problems }) => [item['text'], item['correct_answer'], problems?.[0]?.reason])).toEqual([
    ['a &lt; b?', ['B'], undefined],
    ['Order', ['1', '0'], undefined],
    ['Match', ['0=1'], undefined],
    ['q4', undefined, 'is an essay, which this bank does not have'],
  ])
  expect(items[0]).toMatchObject({ item: { explanation: 'Think.' }, categories: ['Exam 3'], place: { line: 2 } })
})
