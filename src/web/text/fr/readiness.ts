/** Readiness: the likely score on an exam, and how it is estimated. */
import type { PassMarkRelation, ScoreRange } from '#exam/readiness/readiness.ts'
import type * as English from '#web/text/en/readiness.ts'
import { day } from '#web/text/fr/figures/dates.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'

const relations: Record<PassMarkRelation, { sentence: string; whole: string }> = {
  above: { sentence: 'au-dessus du seuil de réussite', whole: 'Toute la fourchette est au-dessus du seuil de réussite.' },
  around: { sentence: 'autour du seuil de réussite', whole: 'Le seuil de réussite est dans la fourchette.' },
  below: { sentence: 'au-dessous du seuil de réussite', whole: 'Toute la fourchette est au-dessous du seuil de réussite.' },
}

const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`
const range = ({ low, high }: ScoreRange) => `${low} à ${high}\u00a0%`

export const readiness: typeof English.readiness = {
  title: 'Niveau de préparation',
  pageTitle: (id) => `Niveau de préparation pour ${id}`,
  likely: (of) => `Probablement ${range(of)}`,
  today: (of) => `Aujourd’hui\u00a0: probablement ${range(of)}`,
  range,
  rangeName: ({ low, expected, high }, passMark) =>
    `Score attendu ${expected}\u00a0%, probablement entre ${low} et ${high}\u00a0%, seuil de réussite ${passMark}\u00a0%`,
  passMark: (passMark) => `seuil de réussite ${passMark}\u00a0%`,
  percentMark: (value) => `${value}\u00a0%`,
  thatIs: 'C’est ',
  relation: (relation) => relations[relation].sentence,
  whole: (relation) => relations[relation].whole,
  passes: (passMark, probability) =>
    `. Sur 100 examens comme les nôtres, vous obtiendriez ${passMark}\u00a0% ou plus dans environ ${Math.round(probability * 20) * 5} cas.`,
  from: (answers) =>
    `D’après ${answers === 1 ? 'votre première réponse à une question' : `vos premières réponses à ${number(answers)} questions`} au cours des 60 derniers jours, ${plural(answers, 'pondérée', 'pondérées')} selon le programme. Une réponse que vous avez signalée comme devinée compte comme telle. Cela ne dit rien des questions que nous n’avons pas, et notre score n’est pas l’échelle officielle de 1 à 1\u202f000.`,
  fromShort: (answers) => `D’après ${counted(answers, 'première réponse', 'premières réponses')} en 60 jours.`,
  how: 'Comment nous l’estimons',
  details: 'Le niveau de préparation en détail',
  backToProgress: 'Votre progression',

  notEnoughTitle: 'Pas encore assez',
  notEnough: (answers, needed) =>
    answers < needed
      ? `${counted(answers, 'réponse')} sur ${needed}. Avec si peu, une fourchette ne serait qu’une supposition.`
      : 'Certains domaines ont trop peu de réponses pour une fourchette.',
  meter: (answers, needed) => `${counted(Math.min(answers, needed), 'réponse')} sur ${needed}`,
  missing: (missing) => missing.map(({ area, answers }) => `${counted(answers, 'réponse')} de plus dans le domaine «\u202f${area}\u202f»`),
  missingTitle: 'Ce qui manque',
  outOfDateTitle: 'Trop ancien',
  outOfDate: (lastDay) => `Votre dernière réponse date du ${day(lastDay)}. Seules comptent les réponses des 60 derniers jours.`,
  practice: (count) => `Faire ${counted(count, 'question')}`,
  practiceArea: 'S’entraîner',
  simulate: 'Simulation',

  narrowTitle: 'Ce qui préciserait l’estimation',
  narrow: (answers, area) => `${counted(answers, 'nouvelle question', 'nouvelles questions')} dans le domaine «\u202f${area}\u202f»`,
  narrowText: (points) => `La fourchette se resserrerait d’environ ${counted(points, 'point')}.`,
  simulation: 'Une simulation',
  simulationText: 'Ses nouvelles questions comptent aussi, et vous vous habituez au chronomètre.',
  allNarrow: 'D’autres réponses ne resserreraient plus guère la fourchette.',

  byArea: 'Par domaine de compétences',
  byAreaText: 'La part de bonnes réponses sur toutes les questions d’un domaine.',
  columns: {
    area: 'Domaine de compétences',
    weight: 'Poids',
    answers: 'Premières réponses',
    chart: '0 à 100\u00a0%, trait à 70\u00a0%',
    likely: 'Probable',
  },
  answers: (count) => counted(count, 'réponse'),
  areaName: ({ name, range: of }) => (of ? `${name}\u00a0: probablement entre ${of.low} et ${of.high}\u00a0%` : name),
  notYet: (needed) => `Pas encore assez, il en faut ${needed}`,
  none: '–',

  noOutline: 'Cet examen n’a pas de question rattachée à un programme\u00a0: il n’y a pas de niveau de préparation.',
}

export const readinessMethod: typeof English.readinessMethod = {
  pageTitle: 'Comment nous estimons le niveau de préparation, Praxam',
  description:
    'Ce que dit la fourchette du niveau de préparation, d’où elle vient et dans quelle mesure elle concorde avec des résultats d’examen simulés.',
  title: 'Comment nous estimons le niveau de préparation',
  lede: 'Le niveau de préparation est le score que vous obtiendriez probablement à un examen comme les nôtres, sous forme de fourchette. Neuf résultats sur dix devraient s’y trouver.',
  parts: [
    {
      heading: 'D’où vient l’estimation',
      paragraphs: [
        'De votre première réponse à chaque question au cours des 60 derniers jours. Les réponses suivantes à la même question ne comptent pas, car elles montrent ce que vous avez retenu de cette question.',
        'Chaque réponse compte selon la difficulté de sa question et la chance de la deviner. La difficulté vient des réponses de toutes les personnes qui s’entraînent dès qu’il y en a 20, et avant cela de la personne qui a écrit la question. Une réponse que vous avez signalée comme devinée compte comme telle.',
        'Les réponses récentes comptent davantage, et nous supposons qu’on progresse un peu en s’entraînant. Chaque domaine de compétences pèse autant que dans le programme officiel.',
      ],
    },
    {
      heading: 'Ce que l’estimation ne dit pas',
      paragraphs: [
        'La fourchette porte sur un examen de 50 questions comme celles de notre banque. Elle ne promet rien pour l’examen officiel, dont les questions sont différentes et dont le score va de 1 à 1\u202f000, sans que 700 veuille dire 70\u00a0% des questions.',
        'Avec moins de 30 réponses, ou moins de 5 dans un domaine de compétences, nous n’affichons pas de fourchette.',
      ],
    },
  ],
  simulatedTitle: 'Ce que cela donne avec des candidats simulés',
  simulatedText: (learners) =>
    `Ces chiffres sont simulés. ${counted(learners, 'candidat simulé s’est entraîné', 'candidats simulés se sont entraînés')} pendant 60 jours, puis ${plural(learners, 'a passé', 'ont passé')} un examen. Ils progressent, négligent certains domaines, commettent des étourderies et ne signalent qu’une partie de leurs réponses devinées.`,
  answersColumns: { answers: 'Réponses', learners: 'Candidats', inside: 'Dans la fourchette', width: 'Largeur de la fourchette' },
  chanceTitle: 'Réussites attendues et simulées',
  chanceColumns: { expected: 'Chance de réussite attendue', learners: 'Candidats', average: 'Attendue en moyenne', passed: 'Réussites' },
  all: 'toutes',
  percent,
  points: (width) => counted(Math.round(width), 'point'),
  count: number,
  realTitle: 'Résultats réels',
  realMissing: (needed) =>
    `Les membres peuvent indiquer comment leur examen s’est passé. Dès que ${counted(needed, 'résultat')} nous ${plural(needed, 'aura été indiqué', 'auront été indiqués')}, nous les comparerons à nos estimations. D’ici là, ils sont conservés à part et ne changent pas l’estimation.`,
  realText: 'Ce sont des examens que des membres ont passés et dont ils ont indiqué le résultat. Cela ne change pas l’estimation.',
  realColumns: { expected: 'Chance de réussite attendue', results: 'Résultats', average: 'Attendue en moyenne', passed: 'Réussites' },
  group: (from, to) => `${from} à ${to}\u00a0%`,
}
