/** The progress of reports, and the public change log of an exam. */
import type { LoggedKind, ReportProgress } from '#exam/reports/challenge.ts'
import type { challenges as English } from '#web/text/en/challenges.ts'
import { day } from '#web/text/fr/figures/dates.ts'
import { counted, number } from '#web/text/fr/numbers.ts'

/** What was decided, as the title of an entry. */
const entries: Record<LoggedKind, string> = {
  answer_key: 'Corrigé rectifié',
  wording: 'Formulation corrigée',
  removed: 'Question retirée',
  unchanged: 'Signalée et laissée inchangée',
}

const kinds: Record<LoggedKind, string> = {
  answer_key: 'Corrigés',
  wording: 'Formulation',
  removed: 'Questions retirées',
  unchanged: 'Laissées inchangées',
}

export const challenges: typeof English = {
  changes: {
    title: (id) => `Corrections des questions ${id}`,
    pageTitle: (id) => `Corrections ${id}, Praxam`,
    description: (id) => `Ce qui a été corrigé dans les questions d’entraînement ${id}, quand et pourquoi.`,
    lede: 'Les personnes qui s’entraînent signalent des problèmes dans les questions. Quand un signalement est justifié, nous corrigeons la question. Si son corrigé était faux, nous rectifions aussi les résultats. Chaque correction figure ici avec sa raison, tout comme chaque question que nous avons vérifiée après un signalement et laissée inchangée.',
    none: (id) =>
      `Jusqu’ici, aucune question ${id} n’a été corrigée après un signalement. Le cas échéant, cette page dira ce qui a été corrigé, quand et pourquoi.`,
    howToReport: 'Pour signaler un problème, utilisez «\u202fSignaler un problème\u202f» sous l’explication d’une question.',
    entries,
    kinds: 'Afficher',
    kind: (kind, count) => `${kind ? kinds[kind] : 'Tout'} (${number(count)})`,
    whatChanged: 'Ce qui a changé dans les textes',
    fields: { answerKey: 'Corrigé', text: 'Question', options: 'Choix', explanation: 'Explication' },
    certification: (id) => `L’examen ${id}`,
    feed: 'Suivre ces corrections par un flux (Atom)',
    feedTitle: (id) => `Corrections ${id} sur Praxam`,
    page: 'Pages',
    latest: 'Les plus récentes',
    older: 'Plus anciennes',
    day,
    link: 'Corrections',
    linkText: 'Ce qui a été corrigé dans ces questions après un signalement.',
    entryTitle: (kind, question) => (question ? `${entries[kind]}\u00a0: ${question}` : entries[kind]),
  },

  own: {
    title: 'Vos signalements',
    lede: (days) =>
      `Ce que vous avez signalé depuis votre compte, et ce que nous en avons fait. Chaque signalement est supprimé après ${counted(days, 'jour')}.`,
    none: 'Vous n’avez rien signalé depuis votre compte. Pour signaler un problème, utilisez «\u202fSignaler un problème\u202f» sous l’explication d’une question.',
    sent: (date) => `Envoyé le ${day(date)}`,
    removed: 'Une question qui n’est plus dans la banque',
    yourText: 'Vous avez écrit',
    reason: 'Notre raison (en anglais)',
    reasonIs: (text) => `Notre raison (en anglais)\u00a0: ${text}`,
    changes: 'Toutes les corrections',
    page: 'Pages',
    latest: 'Les plus récents',
    older: 'Plus anciens',
    see: 'Voir tous vos signalements',
    profile: 'Vos signalements de problèmes, et ce que nous en avons fait',
    open: 'Ouvrir',
  },
  state: ({ state, since }) => stateSentences[state](day(since)),
}

const stateSentences: Record<ReportProgress['state'], (date: string) => string> = {
  received: () => 'Reçu',
  handled: (date) => `Traité le ${date}`,
  open: () => 'Reçu\u202f; pas encore examiné',
  under_review: (date) => `À l’étude depuis le ${date}`,
  confirmed: (date) => `Confirmé le ${date}\u202f; la question a été corrigée`,
  rejected: (date) => `Rejeté le ${date}\u202f; la question reste inchangée`,
}
