/** Formats a reply of the built-in help. */
import type { PartDifference } from '#exam/help/compare-parts.ts'
import type { HelpReply } from '#exam/help/help.ts'
import type { HelpPart } from '#exam/help/help-parts.ts'
import type { HelpQuote } from '#exam/help/help-quotes.ts'
import type { PartVerdict } from '#exam/help/revealed-replies.ts'
import type { FormattedReply, HelpBlock } from '#web/practice/help/help-provider.ts'
import { isPositional } from '#exam/question.ts'
import { help } from '#text/help.ts'

const t = help.reply

export function formatHelpReply(reply: HelpReply): FormattedReply {
  switch (reply.type) {
    case 'hint-focus': {
      const { type, entryCount, asked } = reply.task
      return {
        title: t.hintOf(1),
        blocks: [
          text(t.asked(asked)),
          text(t.find(type, entryCount, reply.skill)),
          text(reply.terms.length > 1 ? t.terms(reply.terms) : t.advice(type)),
        ],
      }
    }
    case 'hint-conditions':
      return {
        title: t.hintOf(2),
        blocks: [
          ...reply.quotes.map(quote),
          text(t.conditions[reply.task.type]),
          ...(reply.words.length > 0 ? [text(t.watch(reply.words))] : []),
        ],
      }
    case 'hint-reconsider':
      return { title: t.hintOf(3), blocks: [...formatReconsider(reply), text(t.lastHint)] }
    case 'parts-sealed':
      return {
        blocks: [
          ...formatUnknown(reply),
          ...(reply.parts.length > 0 ? [text(t.noVerdict)] : []),
          ...reply.parts.flatMap(({ part, quotes, search }) => [
            text(t.part(capitalize(nameOf(part)), part.text)),
            text(quotes.length > 0 ? t.related : t.notRelated[part.kind === 'prompt' || part.kind === 'place' ? part.kind : 'choice']),
            ...quotes.map(quote),
            link(search.address, t.lookUp(search.words)),
          ]),
        ],
      }
    case 'compare-sealed':
      return { blocks: [...formatDifference(reply.difference), ...reply.quotes.map(quote), text(t.noVerdict)] }
    case 'source-sealed':
      return {
        blocks: reply.address
          ? [text(t.officialPage), link(reply.address, addressName(reply.address))]
          : [text(t.addressSealed), link(reply.search.address, t.lookUp(reply.search.words))],
      }
    case 'source':
      return { blocks: [text(t.cited), link(reply.address, reply.pageTitle ?? addressName(reply.address))] }
    case 'case-study':
      return reply.quotes.length > 0
        ? { blocks: [text(t.caseStudy(reply.title)), ...reply.quotes.map(quote)] }
        : { blocks: [text(t.caseStudySilent(reply.title))] }
    case 'simple-sealed': {
      const { type, entryCount, asked } = reply.task
      return {
        blocks: [
          text(t.asked(asked)),
          ...(reply.facts.length > 0 ? [text(t.facts), items(reply.facts.map((fact) => fact.text))] : []),
          text(t.pick(type, entryCount)),
          text(reply.terms.length > 1 ? t.terms(reply.terms) : t.advice(type)),
        ],
      }
    }
    case 'answer-sealed':
      return { blocks: [text(t.answerSealed)] }
    case 'topic':
      return reply.quotes.length > 0
        ? {
            blocks: [
              text(t.topic(reply.search.words)),
              ...reply.quotes.map(quote),
              link(reply.search.address, t.lookUp(reply.search.words)),
              ...(reply.isSealed ? [text(t.topicSealed)] : []),
            ],
          }
        : { blocks: [text(t.nothing(reply.search.words)), link(reply.search.address, t.lookUp(reply.search.words))] }
    case 'parts':
      return { blocks: [...formatUnknown(reply), ...reply.verdicts.flatMap(formatVerdict)] }
    case 'compare':
      return { blocks: [...formatDifference(reply.difference), ...reply.verdicts.flatMap(formatVerdict)] }
    case 'simple':
      return {
        blocks: [
          text(t.correctAnswer),
          formatCorrect(reply.correct),
          text(t.why),
          text(reply.explanation),
          ...(reply.others.length > 0
            ? [text(t.notOthers), items(reply.others.map(({ part, reason }) => t.named(part.label, reason)))]
            : []),
        ],
      }
    case 'explained':
      return { blocks: [text(t.correctAnswer), formatCorrect(reply.correct), text(t.why), text(reply.explanation)] }
  }
}

function formatReconsider({ task, chosen, difference }: Extract<HelpReply, { type: 'hint-reconsider' }>): HelpBlock[] {
  const first =
    task.type === 'reorder'
      ? t.orderCheck
      : task.type === 'drag_drop'
        ? t.pairCheck
        : isPositional(task.type)
          ? t.placeCheck
          : chosen.length > 0
            ? t.reconsider(chosen.map(({ label }) => label))
            : t.notChosen
  if (!difference) return [text(first)]
  return [text(first), text(t.closest(capitalize(nameOf(difference.first)), nameOf(difference.second))), ...formatDifference(difference)]
}

function formatDifference({ first, second, onlyFirst, onlySecond }: PartDifference): HelpBlock[] {
  const [one, other] = [nameOf(first), nameOf(second)]
  const lines = [
    ...(onlyFirst.length > 0 ? [t.onlyIn(one, onlyFirst)] : []),
    ...(onlySecond.length > 0 ? [t.onlyIn(other, onlySecond)] : []),
  ]
  return lines.length > 0 ? [items(lines), text(t.decideDifference)] : [text(t.sameWords)]
}

function formatVerdict(verdict: PartVerdict): HelpBlock[] {
  return [text(verdictText(verdict)), text(verdict.reason)]
}

function verdictText({ part, isCorrect, place, matches, entered }: PartVerdict): string {
  const name = part.label === '' ? t.quoted(part.text) : `${capitalize(nameOf(part))}, ${t.quoted(part.text)},`
  if (entered !== undefined) return t.answerIs(name, entered)
  if (part.kind === 'choice') return isCorrect ? t.isCorrect(name) : t.isWrong(name)
  if (part.kind === 'step') return place === undefined ? t.notNeeded(name) : t.place(name, place)
  return matches.length === 0
    ? t.notNeeded(name)
    : t.goesWith(
        name,
        matches.map((match) => `${nameOf(match)}, ${t.quoted(match.text)}`),
      )
}

/** The correct options with their letters, the steps as a numbered list, or the pairs. */
function formatCorrect(correct: readonly PartVerdict[]): HelpBlock {
  const isNumbered = correct.some(({ part }) => part.kind === 'step')
  const lines = correct.map(({ part, matches, entered }) => {
    if (entered !== undefined) return t.named(`${part.label}. ${part.text.split(':')[0] ?? ''}`, entered)
    if (part.kind === 'step') return part.text
    return part.kind === 'choice'
      ? t.named(part.label, part.text)
      : t.named(`${part.label}. ${part.text}`, matches.map((match) => match.text).join(', '))
  })
  return { type: 'list', items: lines, isNumbered }
}

function formatUnknown({ unknown, known }: { unknown: readonly string[]; known: readonly string[] }): HelpBlock[] {
  if (unknown.length === 0) return []
  return [text(known.length > 0 ? t.unknown(unknown, known) : t.noLabels(unknown))]
}

function nameOf({ kind, label, text: words }: HelpPart): string {
  return kind === 'step' ? t.step(label, words) : t.names[kind](label)
}

function quote({ from, part, text: words }: HelpQuote): HelpBlock {
  return { type: 'quote', source: part ? capitalize(nameOf(part)) : t.from[from], text: words }
}

/** A readable name for an address: "learn.microsoft.com: finance accounting periods". */
function addressName(address: string): string {
  const { hostname, pathname } = new URL(address)
  return t.named(hostname, (pathname.split('/').findLast((segment) => segment !== '') ?? '').replaceAll('-', ' '))
}

function text(words: string): HelpBlock {
  return { type: 'text', text: words }
}

function items(lines: readonly string[]): HelpBlock {
  return { type: 'list', items: lines }
}

function link(address: string, words: string): HelpBlock {
  return { type: 'link', address, text: words }
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
