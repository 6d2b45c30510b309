import { describe, expect, test } from 'vitest'
import { choices, correct, item2, plain, problemOf, readOne, reasonsOf } from '#tests/qti-samples.ts'

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
