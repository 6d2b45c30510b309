/** The page of a certification. Only this page and links to its ways of practicing load these texts. */
import { successorInFrench } from '#exam/planning/successors.ts'
import type { certificationPage as English } from '#web/text/en/certification-page.ts'
import { day, monthOfYear } from '#web/text/fr/figures/dates.ts'
import { counted, dollars, number } from '#web/text/fr/numbers.ts'

/** Adds the site name, unless the title would be longer than search engines show. */
const named = (title: string) => (title.length > 62 ? title : `${title}, Praxam`)

const languagesInFrench: Readonly<Record<string, string>> = {
  English: 'Anglais',
  'English, Japanese': 'Anglais, japonais',
  'Seven languages, list not found': 'Sept langues, liste introuvable',
  'Eight languages, list not found': 'Huit langues, liste introuvable',
  'Twelve languages, list not found': 'Douze langues, liste introuvable',
}

export const certificationPage: typeof English = {
  pageTitle: (id, name) => named(`${id} ${name}`),
  pageDescription: (id, name, count) =>
    `${id} ${name}\u00a0: informations sourcées, compétences évaluées et ${counted(count, 'question inédite', 'questions inédites')} avec explications.`,
  takingIt: 'Vous passez cet examen\u202f? Indiquez la date et nous planifierons votre révision du jour',
  duration: 'Durée',
  minutes: (count) => counted(count, 'minute'),
  passScore: 'Score de réussite',
  ofThousand: (score) => `${number(score)} sur 1\u202f000`,
  price: 'Prix',
  dollars,
  questionCount: 'Questions',
  areaSize: number,
  countRange: (range) => range.replace('-', ' à '),
  outlineOf: 'Date du programme',
  languages: 'Langues',
  listedLanguages: (languages) => languagesInFrench[languages] ?? languages,
  inFrench: 'En français',
  isInFrench: { yes: 'Proposé en français', no: 'Non proposé en français', unknown: 'Nous n’avons pas pu le confirmer' },
  practiceAssessment: 'Évaluation d’entraînement officielle',
  hasPracticeAssessment: {
    yes: 'Son adresse est indiquée\u202f; nous n’avons pas lu son contenu',
    no: 'Aucune sur la page de l’examen',
    unknown: 'Non recherchée',
  },
  unconfirmed: (fact) => `${fact} (non confirmé)`,
  notFound: 'Nous n’avons pas pu les confirmer',
  inOurBank: 'Dans notre banque',
  about: (fact) => `environ ${fact}`,
  retiredTitle: 'Cet examen est retiré',
  retiredText: (id, retiredOn, isApproximate) =>
    retiredOn === null
      ? `L’examen ${id} n’est plus proposé. Nous n’avons pas pu établir la date de son retrait.`
      : `L’examen ${id} a été proposé jusqu’${isApproximate ? `en ${monthOfYear(retiredOn)} environ` : `au ${day(retiredOn)}`}.`,
  successor: (successor, isApproximate) =>
    isApproximate
      ? `Examen actuel le plus proche (selon nous, sans remplacement officiel)\u00a0: ${successorInFrench(successor)}.`
      : `Remplacé par\u00a0: ${successorInFrench(successor)}.`,
  noSuccessor: 'Nous n’avons pas trouvé d’examen qui le remplace.',
  questionsStay: 'Ses questions restent disponibles ici pour l’entraînement.',
  toScale: 'Compétences évaluées et leur poids',
  toScaleText: 'La largeur de chaque barre indique le poids du domaine à l’examen.',
  toScaleApproximate: 'Ces domaines et leurs poids n’ont pas pu être vérifiés\u00a0: considérez-les comme approximatifs.',
  objectivesApproximate: 'Nous n’avons pas pu lire la liste officielle\u00a0: considérez ces objectifs comme approximatifs.',
  objectivesText: (version, effectiveOn) =>
    `Ouvrez un domaine pour lire ses objectifs, reformulés par nos soins d’après le programme du ${day(version)}${effectiveOn ? `, en vigueur depuis le ${day(effectiveOn)}` : '. Nous n’avons pas pu établir sa date d’entrée en vigueur'}.`,
  coverage: (count) => (count === 0 ? 'pas encore de question' : counted(count, 'question')),
  sources: 'D’où viennent ces informations',
  showSources: 'Source de chaque information',
  sourcesText: (date) =>
    `Informations vérifiées le ${day(date)}. Praxam n’a aucun lien avec Microsoft. En cas de différence, la page officielle fait foi.`,
  readOn: (date) => `, consulté le ${day(date)}`,
  checkedOn: (date) => `, vérifié le ${day(date)}`,
  officialGuide: 'Guide d’étude officiel',
  approximateMark: 'approximatif',
  facts: {
    name: 'Nom',
    type: 'Niveau',
    status: 'Statut',
    retiredOn: 'Date de retrait',
    successor: 'Examen qui le remplace',
    durationMinutes: 'Durée',
    passScore: 'Score de réussite',
    priceUsd: 'Prix',
    questionCount: 'Nombre de questions',
    languages: 'Langues',
    inFrench: 'En français',
    practiceAssessment: 'Évaluation d’entraînement officielle',
    outlineOf: 'Date du programme',
    outline: 'Compétences évaluées',
  },
}
