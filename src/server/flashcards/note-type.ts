/** The note type of the flashcards: its fields, the two sides of a card, and its style. */
import type { Flashcard } from '#server/flashcards/card-html.ts'

/** Never changes: Anki updates only notes whose type has the same id and fields. */
export const noteTypeId = 1_795_348_800_000

/** The fields of a note, in the order of Anki's editor, with what each contains. The first one identifies the note in Anki's browser. */
export const noteFields: readonly (readonly [name: string, field: keyof Flashcard])[] = [
  ['Question', 'question'],
  ['Case study', 'caseStudy'],
  ['Choices', 'choices'],
  ['Answer', 'answer'],
  ['Option reasons', 'reasons'],
  ['Explanation', 'explanation'],
  ['Reference', 'reference'],
  ['Skill area', 'skillArea'],
  ['Question ID', 'id'],
]

const front = '{{#Case study}}{{Case study}}{{/Case study}}<div class="question">{{Question}}</div>{{Choices}}'

const back = `{{FrontSide}}
<hr id="answer">
<h3>Correct answer</h3>{{Answer}}
{{#Option reasons}}<h3>Why the other options are wrong</h3>{{Option reasons}}{{/Option reasons}}
{{#Explanation}}<h3>Explanation</h3>{{Explanation}}{{/Explanation}}
{{#Reference}}<p class="reference">Reference: {{Reference}}</p>{{/Reference}}
<p class="reference">{{Skill area}}</p>`

const style = `.card { max-width: 42rem; margin: 0 auto; font: 1.125rem/1.5 system-ui, sans-serif; text-align: start; color: #1b1f24; background: #fff; }
.card.nightMode { color: #e6e8eb; background: #1d2024; }
h3 { margin: 1.25em 0 0.25em; font-size: 1rem; }
li { margin: 0.35em 0; }
td, th { padding: 0.35em 0.6em; border-bottom: 1px solid #8888; vertical-align: top; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; }
.two-languages > * { display: block; }
.two-languages > [lang] { opacity: 0.8; }
.task, .reference { font-size: 0.9rem; opacity: 0.8; }`

/** When the sides or the style of the card last changed here, in seconds since 1970. Anki keeps changes that its user made later. */
const changedAt = 1_795_867_200

/** The note type as stored in the column `models` of Anki's collection. */
export function printNoteType(deckId: number) {
  return {
    id: noteTypeId,
    name: 'Praxam question',
    type: 0,
    mod: changedAt,
    usn: -1,
    sortf: 0,
    did: deckId,
    tmpls: [{ name: 'Card 1', ord: 0, qfmt: front, afmt: back, bqfmt: '', bafmt: '', did: null }],
    flds: noteFields.map(([name], ord) => ({ name, ord, sticky: false, rtl: false, font: 'Arial', size: 20, media: [] })),
    css: style,
    latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
    latexPost: '\\end{document}',
    req: [[0, 'any', [0, 1, 2]]],
    tags: [],
    vers: [],
  }
}
