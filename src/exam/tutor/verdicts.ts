/**
 * Finds replies that say which choice is correct or wrong. Before the reveal such a reply is withheld: the model was not given the answer
 * key, but it may guess. The rules know only what the candidate sees and treat all choices alike, so withholding a reply tells nothing.
 *
 * They find plain statements, not every code or riddle. What protects the answer key is that the model does not have it.
 *
 * | reply                                       | verdict |
 * |---------------------------------------------|---------|
 * | `The answer is B.`, `**B**`, `Pick C`       | yes     |
 * | `Option A is wrong because …`               | yes     |
 * | `the second option is correct`              | yes     |
 * | `You should <words of an option>.`          | yes     |
 * | `Step 3 comes before step 1`, `1 → C`       | yes     |
 * | `I can’t say whether B is right.`           | no      |
 * | `Ask what A changes after a year is closed` | no      |
 */
import { listSentences, stemsOf } from '#exam/help/help-texts.ts'
import type { SealedTutorQuestion } from '#exam/tutor/tutor-question.ts'

type VerdictQuestion = Pick<SealedTutorQuestion, 'type' | 'parts'>

const verdict = String.raw`(?:correct\w*|incorrect\w*|right|wrong|best|true|false|invalid|korrekt|richtig|falsch|juste|fausse?|exacte?|correcto|correcta|incorrecto|incorrecta)`
const copula = String.raw`(?:is|are|isn['’]t|aren['’]t|was|must be|has to be|would be|should be|will be|seems?|looks?|sounds?|est|sont|ist|sind|es|son|[=:])`
const noun = String.raw`(?:answers?|solutions?|keys?|responses?|réponses?|antworte?n?|lösung(?:en)?|respuestas?|(?:correct|right|best) (?:one|option|choice|order|match|pick)s?)`
/** A letter as a label: `B`, `(b)`, `option a`, but not the article `a`. */
const label = String.raw`(?:(?:options?|choices?|letter|items?|answers?) [("\[]*[A-H](?![\p{L}\p{N}'’-])|[("\[]*(?:[B-H](?![\p{L}\p{N}'’-])|A(?![\p{L}\p{N}'’-])(?! (?!is\b|are\b|isn|aren|and\b|or\b|looks|seems|sounds|would|must|should|because|here\b)\p{L})))`
const ordinal = String.raw`(?:first|second|third|fourth|fifth|sixth|last|1st|2nd|3rd|4th|5th) (?:option|choice|answer|one|statement)`
const directive = String.raw`(?:choose|pick|select|go with|go for|opt for|tick|mark|take|it['’]?s|it is|it must be|this is|guess|leaning toward|lean toward|rule out|eliminate|discard|exclude|leaves|leaving|reject)`

const rules = [
  new RegExp(String.raw`(?:^|[^\p{L}])${label}[^.;!?\n]{0,60}? ${copula}[^.;!?\n]{0,25}? ?\b${verdict}\b`, 'iu'),
  new RegExp(
    String.raw`\b${noun}\b[^.;!?\n]{0,40}?(?:\b(?:is|are|was|would be|should be|must be|est|ist|es)\b|[:=?–—>-])[^.;!?\n]{0,24}?[ :("\[]${label}`,
    'iu',
  ),
  new RegExp(String.raw`\b${directive}\b(?! (?:between|among|from))[^.;:!?\n]{0,20}? ${label}`, 'iu'),
  new RegExp(String.raw`\b${ordinal}\b[^.;!?\n]{0,40}? ${copula}[^.;!?\n]{0,25}? ?\b${verdict}\b`, 'iu'),
  new RegExp(String.raw`\b${noun}\b[^.;!?\n]{0,30}?[ :=]+(?:the )?${ordinal}\b`, 'iu'),
  /(?:^|\n|[:–—] ?)\s*(?:options? |answers? )?\(?[A-H]\)?(?:\s*(?:[,/&+]|\band\b)?\s*\(?[A-H]\)?){0,6}\s*[.!]?\s*(?:\n|$)/u,
]
const orderRules = [
  /\bstep \d{1,2}\b[^.;!?\n]{0,40}?\b(?:first|last|before|after|next|then|precedes|follows)\b/iu,
  /\b(?:first|last|then|next|begin with|start with)\b[^.;!?\n]{0,20}?\bstep \d{1,2}\b/iu,
  /\b(?:order|sequence|steps?|answer)\b[^.;!?\n]{0,40}?\d\s*(?:,|→|->|>|then|–|-)\s*\d/iu,
]
const matchRules = [
  /\b(?:prompt )?\d{1,2}\s*(?:[=:→–-]|->|with|goes with|matches|to|is|belongs to|belongs with)+\s*(?:item )?[A-H](?![\p{L}\p{N}'’])(?! \p{Ll})/u,
  /\b[A-H]\s*(?:[=→–-]|->|with|goes with|matches|to|fits|belongs to|belongs with)+\s*(?:prompt )?\d{1,2}\b/u,
]
/** Words with which a sentence that has the words of a choice says that the choice is correct. */
const advice = new RegExp(
  String.raw`\b(?:should|must|need to|have to|has to|recommend\w*)\b|\b${noun}\b|(?:is|are) (?:the |not )?(?:correct|right|best|wrong|incorrect)\b`,
  'iu',
)
/** Clauses that leave a verdict open. They end where another clause begins. */
const openClauses =
  /\b(?:whether|if|can(?:no|['’])?t (?:say|tell|reveal|confirm)|cannot (?:say|tell|reveal|confirm)|won['’]t (?:say|tell|reveal))\b[^.,;:!?\n–—]*?(?=\bbut\b|[.,;:!?\n–—]|$)/giu

/** A choice of fewer significant words is a term, which is named for good reasons. */
const choiceStemsMin = 3

export function hasVerdict(reply: string, question: VerdictQuestion): boolean {
  const text = normalize(reply)
  if (rules.some((rule) => rule.test(text))) return true
  if (question.type === 'reorder' && (orderRules.some((rule) => rule.test(text)) || listsOtherOrder(text, question))) return true
  if (question.type === 'drag_drop' && matchRules.some((rule) => rule.test(text))) return true
  return listSentences(text).some((sentence) => advisesChoice(sentence, question))
}

/** Letters of other scripts, and the Latin ones that they look like. */
const lookAlikes = { others: 'АВСԀЕԌНІЈКМОРЅТХаеорсухіјѕԁһΑΒΕΗΙΚΜΝΟΡΤΧο', latin: 'ABCDEGHIJKMOPSTXaeopcyxijsdhABEHIKMNOPTXo' }
/** The first ones of white letters in black circles and boxes, and of letters of flags, which have no other normal form. */
const boxedLetters = [0x1f150, 0x1f170, 0x1f1e6]

function toLatin(letter: string): string {
  const similar = lookAlikes.latin[lookAlikes.others.indexOf(letter)]
  const code = letter.codePointAt(0) ?? 0
  const first = boxedLetters.findLast((start) => code >= start)
  return similar ?? (first !== undefined && code < first + 26 ? String.fromCharCode(65 + code - first) : letter)
}

/** In Latin letters, without marks of formatting and citations, invisible characters, and clauses that leave a verdict open. */
function normalize(reply: string): string {
  return reply
    .normalize('NFKC')
    .replace(/[\p{L}\p{So}]/gu, toLatin)
    .replace(/[\p{Cf}\p{M}*`~#]|[^\P{Cc}\s]/gu, '')
    .replaceAll('_', ' ')
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/["“”«»„]/g, '"')
    .replace(/[^\S\n]+/g, ' ')
    .replace(openClauses, '')
}

function advisesChoice(sentence: string, { parts }: VerdictQuestion): boolean {
  if (!advice.test(sentence)) return false
  const said = stemsOf(sentence)
  const choices = parts.filter(({ kind }) => kind !== 'prompt').map(({ text }) => [...stemsOf(text)])
  const named = choices.filter((stems) => stems.length >= choiceStemsMin && stems.every((stem) => said.has(stem)))
  return named.length > 0 && named.length < choices.length
}

/** A numbered list of steps in another order than on screen. */
function listsOtherOrder(text: string, { parts }: VerdictQuestion): boolean {
  const steps = parts.filter(({ kind }) => kind === 'step').map(({ text: step }) => [...stemsOf(step)])
  const listed = [...text.matchAll(/^\s*\d{1,2}[.)] (.+)$/gm)].flatMap(([, line = '']) => {
    const said = stemsOf(line)
    const position = steps.findIndex((stems) => stems.length > 0 && stems.every((stem) => said.has(stem)))
    return position === -1 ? [] : [position]
  })
  return listed.some((position, i) => position < (listed[i - 1] ?? -1))
}
