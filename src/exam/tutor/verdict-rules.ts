/** Patterns for statements that say which choice, order, match, or entry is correct or wrong. They are applied to normalized replies. */

const either = (...patterns: readonly string[]) => `(?:${patterns.join('|')})`
const word = (pattern: string) => String.raw`(?<!\p{L})${pattern}(?!\p{L})`
const rule = (pattern: string) => new RegExp(pattern, 'iu')

const verdictWord = word(
  String.raw`(?:correct\w*|incorrect\w*|right|wrong|best|better|worst|true|false|invalid|ideal|winner|korrekt\w*|richtig\w*|falsch\w*|juste|fausse?|bonne?|exacte?|correct[oae]s?|incorrect[oa]s?|giust[oa]|corrett[oa]|sbagliat[oa]|cert[oa]|errad[oa]|juist|onjuist|goed)`,
)
const copula = word(
  String.raw`(?:is|are|isn['’]t|aren['’]t|was|must be|has to be|would be|should be|will be|seems?|looks?|sounds?|est|sont|ist|sind|es|son|è|é|são)`,
)
// `oтвeт` is 'ответ' after `toLatin`.
const answerWord = word(
  String.raw`(?:answers?|solutions?|keys?|responses?|réponses?|antworte?n?|lösung(?:en)?|respuestas?|rispost[ae]|respostas?|antwoord|oтвeт|correct|(?:correct|right|best) (?:one|option|choice|order|match|pick)s?)`,
)
/** A letter as a label: `B`, `(b)`, `option a`, but not the article `a`. */
const letter = String.raw`(?<![\p{L}\p{N}%])(?:(?:options?|choices?|letter|items?|answers?) [("\[]*[A-H](?![\p{L}\p{N}'’-])|[("\[]*(?:[B-H](?![\p{L}\p{N}'’-])|A(?![\p{L}\p{N}'’-])(?! (?!is\b|are\b|isn|aren|and\b|or\b|looks|seems|sounds|would|must|should|because|here\b)\p{L})))`
const numbered = String.raw`(?:options?|choices?|answers?|items?|numbers?|no\.|nr\.|#) ?\d{1,2}(?![\d.,]*\d)`
const position = either(
  'first|second|third|fourth|fifth|sixth|last|final|penultimate|1st|2nd|3rd|4th|5th|6th',
  'premi(?:er|ère)|deuxième|seconde?|troisième|quatrième|cinquième|dernière?',
  'erste|zweite|dritte|vierte|fünfte|letzte',
  'primera|segunda|tercera|cuarta|quinta|última|prima|seconda|terza|quarta|primeira|terceira',
)
const ordinal = word(
  `${position} ${either('options?', 'choices?', 'answers?', 'one', 'alternative', 'statement', 'réponse', 'proposition', 'antwort', 'möglichkeit', 'opción', 'respuesta', 'opzione', 'risposta', 'opção', 'resposta')}`,
)
const choiceName = either(letter, numbered, ordinal)
const directive = word(
  either(
    'choose|pick|select|go with|go for|opt for|tick|mark|take|guess|leaning toward|lean toward|rule out|eliminate|discard|exclude|leaves|leaving|reject|rate|prefer|favor',
    String.raw`it['’]s|it is|it must be|this is|bet on|vote for|confiden\w* (?:in|of|about)`,
  ),
)
const onlyWord = word('(?:only|all but|(?:every|any|no)thing (?:but|except)|except(?: for)?)')
const therefore = word("(?:so|hence|thus|therefore|ergo|spoiler|only|leaves|it is|it’s|it's)")
const end = String.raw`[^\p{L}\p{N}\n]*(?:[.!?\n]|$)`
const verdictMark = '[✓✔☑✅✗✘☒❌❎👍👎⭐🏆🎯]'
const fewCharacters = (max: number) => String.raw`[^.;!?\n]{0,${max}}?`

/** Rules about choices that are named by letter, number, or place, for statements in words. */
export const plainChoiceRules: readonly RegExp[] = [
  rule(`${choiceName}(?:${fewCharacters(60)} ?${copula}${fewCharacters(25)}|[^\\p{L}\\p{N}\\n]{0,4})${verdictWord}`),
  rule(
    `${answerWord}${fewCharacters(40)}(?:${copula}|[:=?–—>→([-])${fewCharacters(24)}(?:[ :("[]|(?<=[:=([>→]))${either(letter, numbered)}`,
  ),
  rule(String.raw`${answerWord}[^\p{L}\p{N}\n]{0,3}(?:${copula}|[:=→])[^\p{L}\p{N}\n]{0,3}(?:number |no\. |#)?[1-9]${end}`),
  rule(`${answerWord}${fewCharacters(30)}(?:[:=]|${copula}) ?(?:the |la |le |die )?${ordinal}`),
  rule(`${directive}(?! (?:between|among|from))[^.;:!?\\n]{0,20}? (?:the )?${choiceName}`),
  rule(`(?:${answerWord} is|${directive}) (?:the |number )?${position}${end}`),
]
/** These rules also match signs, such as ✓, and statements that name the only remaining choice. */
export const choiceRules: readonly RegExp[] = [
  ...plainChoiceRules,
  rule(`${therefore}[^\\p{L}\\p{N}\\n]{1,3}(?:option )?${letter}${end}`),
  rule(`${onlyWord} ${choiceName}`),
  rule(`${word('not')} ${letter}(?:,|[.!]| (?:and|nor|or|but)(?!\\p{L}))`),
  rule(
    `${choiceName} (?:alone |clearly |also )?${word('(?:works|fits|wins|suffices|satisfies|fulfills|meets|solves|fails|beats|does what|does the (?:job|trick))')}`,
  ),
  rule(`${letter}[^\\p{L}\\p{N}\\n]{0,6}${verdictMark}|(?:${verdictMark}|\\[x\\])[^\\p{L}\\p{N}\\n]{0,6}${letter}`),
  rule(`${letter}[^\\p{L}\\p{N}\\n]{0,2}[:=)|>→-]+ ?${word('(?:yes|no|true|false|right|wrong|correct|incorrect|ja|nein|oui|non|sí)')}`),
  rule(
    `${letter}[^\\p{L}\\p{N}\\n]{0,3}\\d{1,3} ?(?:%|percent|/ ?\\d)|\\d{1,3} ?(?:%|percent)[^\\p{L}\\p{N}\\n]{0,3}(?:for |on )?${letter}`,
  ),
  rule(`${letter}${fewCharacters(20)}\\d{1,3} ?(?:%|percent)`),
  rule(String.raw`${letter} ?[>≻≥] ?${letter}`),
  rule(
    String.raw`(?:^|[.!?:;,\n] *|(?:and|so|because|but) )(?:that|this|it|the latter|the former)(?: one| option| choice| answer)? (?:is|was|must be|would be|looks|seems) (?:the )?(?:only )?(?:correct|right|wrong|incorrect|answer|winner)(?= *(?:[.,;!\n]|$|one|option|choice|answer|because))`,
  ),
  rule(
    `${word('one (?:right |just |directly )?(?:after|before|above|below|following|preceding|next to)')}${fewCharacters(30)} ${copula}${fewCharacters(20)}${verdictWord}`,
  ),
  rule(word('(?:correct|right|winning) letter')),
  rule(
    `${word(String.raw`I(?:['’]d| would|['’]ll| will)`)}${fewCharacters(12)}${word('(?:choose|pick|select|go with|go for|take|tick|opt for)')}(?! (?:between|among|from)|[^.;!?\\n]{0,40} one (?:by one|at a time))`,
  ),
  rule(
    String.raw`(?:答案|正解|正确|正確|回答|정답)[^\n。]{0,8}[A-H](?![A-Z0-9])|(?<![A-Z0-9])[A-H][^\n。A-Z]{0,4}(?:です|正确|正確|正しい|对|對|맞)`,
  ),
  rule(String.raw`(?:answer|key)is[A-H](?!\p{L})`),
]
/** A line, or the text after a colon, that consists only of labels. */
export const bareLabels =
  /(?:^|[:–—])[^\p{L}\p{N}\n]*(?:\d{1,2}[.)])?[^\p{L}\p{N}\n]*(?:(?:the )?(?:options?|answers?|choices?) )?[A-H](?:[^\p{L}\p{N}\n]*(?:and|or|et|und|y)?[^\p{L}\p{N}\n]*(?<![\p{L}\p{N}])[A-H]){0,6}[^\p{L}\p{N}\n]*$/imu
/** A line that only names the place of a choice: `The second one.` */
export const bareOrdinal = new RegExp(`^[^\\p{L}\\p{N}\\n]*(?:the )?${ordinal}[^\\p{L}\\p{N}\\n]*$`, 'imu')

export const orderRules: readonly RegExp[] = [
  /\bstep \d{1,2}\b[^.;!?\n]{0,40}?\b(?:first|last|before|after|next|then|precedes|follows)\b/iu,
  /\b(?:first|last|then|next|begin with|start with)\b[^.;!?\n]{0,20}?\bstep \d{1,2}\b/iu,
  /\b(?:order|sequence|steps?|answer)\b[^.;!?\n]{0,40}?\d\s*(?:,|→|->|>|then|–|-)\s*\d/iu,
]
/** Words that, between two steps, say which step comes first. */
export const sequenceWords = /\b(?:first|then|next|before|after|afterward|finally|last|start|begin|followed by)\b|→|->|>/iu

export const matchRules: readonly RegExp[] = [
  /\b(?:prompt )?\d{1,2}\s*(?:[=:→–-]|->|with|goes with|matches|to|is|belongs to|belongs with)+\s*(?:item )?[A-H](?![\p{L}\p{N}'’])(?! \p{Ll})/u,
  /\b[A-H]\s*(?:[=→–-]|->|with|goes with|matches|to|fits|belongs to|belongs with)+\s*(?:prompt )?\d{1,2}\b/u,
]
/** Words that, in a sentence with the words of a prompt and an item, say that they match. */
export const matchWords = /\b(?:match\w*|go(?:es)? with|belongs? (?:to|with)|pairs? with|fits?|corresponds?)\b|[→=]|->/iu

const yesOrNo = word('(?:yes|no|true|false|correct|incorrect|right|wrong|ja|nein|oui|non|sí)')
const statement = `(?:statements? (?:number )?\\d{1,2}|${word(`(?:the )?${position}(?: statement| one)?`)})`

/** Rules about statements, which are true or not true. */
export const statementRules: readonly RegExp[] = [
  rule(`${statement}${fewCharacters(30)}(?:${copula}|[:=→)-])${fewCharacters(12)}${yesOrNo}`),
  rule(`${statement} (?:does(?:n['’]t| not) )?${word('(?:holds?|applies|apply)')}`),
  rule(`${yesOrNo}${fewCharacters(20)}(?:for|to) ${statement}`),
  rule(`(?:all|both|none|neither) (?:of the |the )?(?:statements? )?(?:is|are|holds?|apply) ?(?:not )?${yesOrNo}`),
  rule(`(?:^|\\n|[,;] ?)[^\\p{L}\\p{N}\\n]*\\d{1,2}[^\\p{L}\\p{N}\\n]{1,4}${yesOrNo}`),
  rule(`${yesOrNo}(?:[, \\n]{1,3}${yesOrNo})+`),
]
/** Text after "yes" or a similar word that shows that the word does not answer the question. */
const noAnswer = either(
  String.raw`,? (?:I|one|we)(?!\p{L})`,
  ' (?:problem|worries)(?: at all)?[.,!]',
  String.raw`,? (?:that|this|it)(?: is|['’]s) an? (?:very )?(?:good|great|fair|important|interesting|difficult) (?:question|point)(?!\p{L})`,
  String.raw`,? (?!(?:it|this|that) )(?:\p{L}+ ){1,3}matters?(?: here)?[.!]`,
)
/** A reply that begins with its answer. "No, I can’t say" and "Yes, that is a good question" do not. */
export const beginsWithAnswer = rule(`^[^\\p{L}\\p{N}]*(?:the answer is )?(?:yes|no|true|false)(?![\\p{L}’'])(?!${noAnswer})`)

/** Rules about a solution, which meets its goal or does not. */
export const solutionRules: readonly RegExp[] = [
  rule(`${answerWord}[^.;!?\\n]{0,20}?(?:${copula}|[:=])[^\\p{L}\\n]{0,3}${yesOrNo}`),
  rule(
    `(?:solution|goal|this|it)(?!\\p{L})[^.,;!?\\n]{0,40}?${word(String.raw`(?:meets|achieves|accomplishes|satisfies|reaches|fulfills|fails|works|suffices|does(?: not|n['’]t) (?:meet|achieve|accomplish|satisfy|fulfill|work|suffice))`)}`,
  ),
  rule(
    `(?:solution|goal|this|it)(?!\\p{L})[^.;!?\\n]{0,20}? (?:is|are|was|would be|isn['’]t)(?: not| fully| thus)? (?:met|reached|achieved|satisfied|enough|sufficient|correct|incorrect|wrong|right)(?!\\p{L})`,
  ),
]
