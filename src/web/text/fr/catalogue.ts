/** Certification list and certification page. */
import type { catalogue as English } from '#web/text/en/catalogue.ts'
import { day, monthOfYear, shortMonthOfYear } from '#web/text/fr/figures/dates.ts'
import { counted, plural } from '#web/text/fr/numbers.ts'

export const catalogue: typeof English = {
  listTitle: 'Certifications proposées',
  listPageTitle: 'Certifications proposées, Praxam',
  listDescription: (count) =>
    `Examens blancs pour ${counted(count, 'certification')} Dynamics 365 et Power Platform\u00a0: statut, compétences évaluées et nombre de questions.`,
  errorTitle: 'Les certifications ne s’affichent pas',
  failed: 'Le chargement des certifications a échoué',
  failedAdvice: 'Vérifiez votre connexion et réessayez.',
  emptyTitle: 'Aucune certification',
  empty: 'Aucune certification n’est proposée pour le moment.',
  allFamilies: 'Toutes',
  family: 'Famille',
  familyTexts: {
    ERP: 'Finance, chaîne logistique et gestion d’entreprise.',
    CRM: 'Vente, service client et interventions sur site.',
    'Power Platform': 'Applications, flux, agents et leurs données.',
  },
  statusNote: (active) =>
    `${active === 0 ? 'Tous ces examens sont retirés' : `${plural(active, 'Un seul de ces examens est encore ouvert', `${active} de ces examens sont encore ouverts`)}. Les autres sont retirés`}. Leurs questions restent disponibles pour l’entraînement, et chaque page indique l’examen qui remplace l’ancien, s’il existe.`,
  outlineLabel: (id) => `Compétences évaluées par ${id}, selon leur poids`,
  questions: (count) => counted(count, 'question'),
  active: 'Ouvert',
  activeSince: (date) => `Ouvert, programme du ${day(date)}`,
  retired: 'Retiré',
  retiredShort: (date) => `Retiré en ${shortMonthOfYear(date)}`,
  retiredOn: (date, isApproximate) => (isApproximate ? `Retiré vers ${monthOfYear(date)}` : `Retiré le ${day(date)}`),

  day,
  skillArea: 'Domaine de compétences',
  weight: 'Poids',
  weightRange: (min, max) => (min === max ? `${min}\u00a0%` : `${min} à ${max}\u00a0%`),
  practiceArea: (area) => `S’entraîner\u00a0: ${area}`,
  practice: 'S’entraîner',
  practiceTen: (bankSize) => `Faire ${counted(Math.min(10, bankSize), 'question')}`,
  questionsOf: (id) => `de l’examen ${id}`,
  allWays: 'Tous les modes',
  toPractice: (id) => `d’entraînement pour ${id}`,
}
