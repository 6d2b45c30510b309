/** Texts around a guide, and certification facts in the form its sentences need. */
import { isApproximate, type Certification, type FactName, type SkillArea } from '#exam/certification.ts'
import { hubPath } from '#web/text/hub.ts'
import { day, monthOfYear } from '#web/text/fr/figures/dates.ts'
import { allOf, number } from '#web/text/fr/numbers.ts'
import { skillAreas } from '#web/text/fr/skill-areas.ts'
import type { ExamFact } from '#server/guides/index.ts'

export const guide = {
  /** Adds the site name where both fit into the sixty or so characters that search engines show. */
  pageTitle: (title: string) => (title.length > 51 ? title : `${title} | Praxam`),
  hub: hubPath,
  hubName: 'Guides',
  path: 'Fil d’Ariane',
  contents: 'Sommaire',
  updated: (date: string, minutes: number) => `Mis à jour le ${day(date)}. ${number(minutes)} minutes de lecture.`,
  choose: 'Choisir un examen',
  readNext: 'À lire ensuite',

  tryOne: 'Essayez une question',
  inEnglish: 'En anglais, comme à l’examen',
  check: 'Vérifier',
  hide: 'Masquer la correction',
  right: 'Bonne réponse.',
  wrong: 'Ce n’est pas la bonne réponse.',
  blank: 'Vous n’avez rien choisi.',
  answerKey: (letters: string) => `La bonne réponse est ${letters}.`,
  continueWith: (id: string) => `Continuer avec d’autres questions ${id}`,

  practice: (id: string, isTranslated: boolean) => `S’entraîner\u00a0: ${id}${isTranslated ? '' : ' (questions en anglais)'}`,
  about: (id: string) => `L’examen ${id} en détail`,
  certifications: 'Toutes les certifications',
  certificationsOf: (family: string) => `Les certifications ${family}`,

  retiredTitle: 'Cet examen est retiré',
  retired: (certification: Certification) =>
    `L’examen ${certification.id.toUpperCase()} est ${state(certification)}. ${successor(certification)}`,
  outlineLabel: (id: string) => `Domaines de l’examen ${id} selon leur poids. Les pourcentages suivent dans la liste.`,
  outlineNote: (certification: Certification) =>
    [
      certification.outlineOf && `Programme en vigueur depuis le ${day(certification.outlineOf)}.`,
      'Plus un domaine est large, plus il compte.',
      isApproximate(certification, 'outline') && 'Ces pondérations n’ont pas pu être vérifiées\u00a0: considérez-les comme approximatives.',
    ]
      .filter(Boolean)
      .join(' '),
  facts: {
    status: 'Statut',
    duration: 'Durée',
    passScore: 'Score de réussite',
    price: 'Prix',
    questionCount: 'Questions à l’examen',
    outlineOf: 'Programme en vigueur depuis le',
    bankSize: 'Dans notre banque',
  },
  factsLabel: (id: string) => `L’examen ${id} en bref`,
  factsChecked: (certification: Certification) => {
    const [oldest] = Object.values(certification.sources)
      .map(({ checkedOn }) => checkedOn)
      .toSorted()
    return oldest ? `Informations vérifiées le ${day(oldest)}\u202f; la page officielle fait foi.` : ''
  },
  unknown: 'non établi',

  unknownDate: 'Date inconnue',
  approximately: (month: string) => `${month} environ`,
  retiredThen: (ids: string, count: number) => `${count < 2 ? 'Retrait' : 'Retraits'}\u00a0: ${ids}`,
  today: 'Aujourd’hui',
  openNow: (ids: string) => `Ouverts\u00a0: ${ids}`,
  stepsAlt: 'Étapes',
  momentsAlt: 'Repères',
  barsAlt: 'Valeurs',
}

/** The French name of a skill area, or `undefined` if it has none. */
export function areaName({ name }: Pick<SkillArea, 'name'>): string | undefined {
  return skillAreas.names[name]
}

/** `ouvert à l’inscription`, `retiré depuis le 31 décembre 2025`. */
export function state(certification: Certification): string {
  if (certification.status === 'active') return 'ouvert à l’inscription'
  const since = retiredSince(certification)
  return since === undefined ? 'retiré, sans que nous ayons pu établir depuis quand' : `retiré ${since}`
}

/** `depuis le 31 décembre 2025`, `depuis novembre 2024 environ`. Returns `undefined` if no date is known. */
function retiredSince(certification: Certification): string | undefined {
  const { retiredOn } = certification
  if (retiredOn === null) return undefined
  return isApproximate(certification, 'retiredOn') ? `depuis ${monthOfYear(retiredOn)} environ` : `depuis le ${day(retiredOn)}`
}

/** A sentence that names the replacement. */
export function successor(certification: Certification): string {
  const words = successorWords(certification)
  if (words === undefined) return 'Nous n’avons pas trouvé d’examen qui le remplace.'
  return isApproximate(certification, 'successor')
    ? `L’examen actuel le plus proche, selon nous\u00a0: ${words}.`
    : `Ce qui l’a remplacé\u00a0: ${words}.`
}

/** The replacement in French. The catalog describes replacements in a few English phrases. */
export function successorWords({ successor: words }: Certification): string | undefined {
  return words === null ? undefined : (successorsInFrench[words] ?? words)
}

const successorsInFrench: Readonly<Record<string, string>> = {
  'MB-310 or MB-330': 'le MB-310 ou le MB-330',
  'MB-310 or MB-330, both Associate level': 'le MB-310 ou le MB-330, tous deux de niveau Associate',
  'AB-210': 'l’AB-210',
  'AB-210, Associate level': 'l’AB-210, de niveau Associate',
  'AB-410 (different skills)': 'l’AB-410, qui évalue d’autres compétences',
  'AB-410': 'l’AB-410',
  'AB-100 (not one to one)': 'l’AB-100, qui ne lui correspond qu’en partie',
  'PL-200': 'le PL-200',
}

const printers: Record<ExamFact, (certification: Certification, bankSize: number) => string | 0 | null | undefined> = {
  name: ({ name }) => name,
  status: (certification) => `est ${state(certification)}`,
  retiredSince: (certification) => retiredSince(certification) ?? 'depuis une date que nous n’avons pas pu établir',
  successor: successorWords,
  duration: ({ durationMinutes }) => durationMinutes && `${durationMinutes} minutes`,
  passScore: ({ passScore }) => passScore && `${passScore} sur 1\u202f000`,
  price: ({ priceUsd }) => priceUsd && `${number(priceUsd)} USD`,
  questionCount: ({ questionCount }) => questionCount && `${questionCount.replace('-', ' à ')} questions`,
  outlineOf: ({ outlineOf }) => outlineOf && day(outlineOf),
  bankSize: (_, bankSize) => questions(bankSize),
}

/** The catalog field whose source says whether a fact is approximate. */
const sourceOf: Partial<Record<ExamFact, FactName>> = {
  duration: 'durationMinutes',
  passScore: 'passScore',
  price: 'priceUsd',
  questionCount: 'questionCount',
  outlineOf: 'outlineOf',
}

/** One fact of a certification, named as in `server/guides/guide-lint.ts`. Returns `undefined` if it is unknown. */
export function printFact(certification: Certification, bankSize: number, name: ExamFact): string | undefined {
  const words = printers[name](certification, bankSize)
  if (!words) return undefined
  const source = sourceOf[name]
  return source && isApproximate(certification, source) ? `environ ${words}` : words
}

/** `30 à 35 %`, or `environ 30 à 35 %` if unverified. */
export function weight(certification: Certification, area: SkillArea): string {
  const range = area.weightMin === area.weightMax ? String(area.weightMin) : `${area.weightMin} à ${area.weightMax}`
  return `${isApproximate(certification, 'outline') ? 'environ ' : ''}${range}\u00a0%`
}

export function questions(count: number): string {
  return `${number(count)} question${count < 2 ? '' : 's'}`
}

export { allOf as list }
