/** Settings: email, reminders, daily review, simulations, and appearance. */
import type { SettingsProblem } from '#exam/planning/settings.ts'
import type { settings as English } from '#web/text/en/settings.ts'
import { weekdays } from '#web/text/fr/figures/dates.ts'

const problems: Record<SettingsProblem, string> = {
  DAYS_NONE: 'Choisissez au moins un jour, ou désactivez les rappels d’entraînement.',
  DAYS_UNKNOWN: 'L’un des jours n’est pas valide. Choisissez de nouveau les jours.',
  HOUR_UNKNOWN: 'Choisissez une heure dans la liste.',
  ZONE_UNKNOWN: 'Ce fuseau horaire n’est pas disponible. Choisissez-en un dans la liste.',
  DAILY_OUTSIDE: 'Saisissez un nombre entier de 5 à 200.',
  EXTRA_UNKNOWN: 'Choisissez l’une des quatre possibilités.',
  GOAL_UNKNOWN: 'Choisissez l’un des quatre objectifs.',
  LANGUAGE_UNKNOWN: 'Choisissez une langue dans la liste.',
}

export const settings: typeof English = {
  title: 'Paramètres',
  problem: (code) => code && problems[code],
  nothingSaved: 'Rien n’a été enregistré. Corrigez les champs signalés ci-dessous et enregistrez de nouveau.',

  saveStatus: {
    idle: '',
    saving: 'Enregistrement…',
    saved: 'Enregistré',
    refused: 'Non enregistré. Corrigez le champ signalé.',
    failed: 'Pas encore enregistré\u00a0: le site est injoignable. Votre choix est toujours là.',
    signedOut: 'Non enregistré\u00a0: votre session est fermée. Connectez-vous et choisissez de nouveau.',
  },
  tryAgain: 'Réessayer',
  signIn: 'Se connecter',

  goal: 'Objectif quotidien',
  goalLegend: 'Questions par jour',
  goalHint: 'Votre objectif apparaît comme un trait dans votre graphique. Le manquer n’a pas de conséquence.',
  noGoal: 'Aucun',

  language: 'Langue des e-mails',
  mail: 'E-mail',
  notifications: 'Notifications par e-mail',
  notificationsHint:
    'Un bilan de la semaine le lundi, et un message quand votre examen est retiré, quand l’un de vos résultats est rectifié ou quand votre signalement a été traité',
  reminders: 'Rappels d’entraînement',
  remindersHint: 'Un rappel les jours que vous choisissez, sauf si vous avez déjà répondu à des questions',
  notConfirmed:
    'Nous n’envoyons d’e-mails qu’aux adresses confirmées. Confirmez la vôtre sous «\u202fCompte et sécurité\u202f» pour les recevoir.',

  when: 'Jours et heure des rappels',
  days: 'Jours',
  dayNames: weekdays('long'),
  shortDays: weekdays('short'),
  hour: 'Heure du rappel',
  hourOf: hour,
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Il détermine aussi quand commence chaque jour de votre révision.',
  zone,
  chooseZone: (name) => `Utiliser le fuseau horaire de ce navigateur, ${zone(name)}`,

  practice: 'Entraînement',
  dailyQuestions: 'Questions de la révision du jour',
  dailyHint: (min, max) => `Maximum par jour (${min} à ${max})`,
  extraTime: 'Temps supplémentaire dans les simulations',
  extraTimeHint: 'Pour les personnes qui bénéficient d’un temps supplémentaire à l’examen.',
  factor: (factor) => (factor === 1 ? 'Aucun' : factor === 2 ? 'Double' : `${Math.round((factor - 1) * 100)}\u00a0% de plus`),

  appearance: 'Apparence',
  theme: 'Mode sombre',
  themes: { system: 'Comme l’appareil', light: 'Clair', dark: 'Sombre' },
  themeHint: 'Enregistré dans ce navigateur et appliqué aussitôt.',

  done: {
    'settings-saved': 'Paramètres enregistrés.',
  },

  unsubscribe: {
    title: 'E-mails de Praxam',
    incompleteLink: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis l’e-mail, ou connectez-vous et modifiez vos paramètres.',
    toSettings: 'Modifier vos paramètres',
    toRenewals: 'Modifier vos dates de renouvellement',
    busy: 'Désactivation…',
    studyReminders: {
      ask: 'Vous recevez des rappels d’entraînement les jours que vous avez choisis. Voulez-vous les arrêter\u202f?',
      button: 'Arrêter les rappels',
      done: 'Les rappels d’entraînement sont désactivés. Nous ne vous en enverrons plus.',
    },
    emailNotifications: {
      ask: 'Vous recevez un bilan de la semaine le lundi, et un message quand un examen auquel vous vous entraînez est retiré, quand l’un de vos résultats est rectifié ou quand votre signalement a été traité. Voulez-vous les arrêter\u202f?',
      button: 'Arrêter les notifications',
      done: 'Les notifications par e-mail sont désactivées. Nous ne vous en enverrons plus.',
    },
    renewalReminders: {
      ask: 'Vous recevez un rappel 180, 90 et 30 jours avant la fin d’une de vos certifications. Voulez-vous les arrêter\u202f?',
      button: 'Arrêter les rappels',
      done: 'Les rappels de renouvellement sont désactivés. Nous ne vous en enverrons plus. Vos dates restent enregistrées.',
    },
    renewalAgain:
      'Vous pouvez les réactiver à côté de chaque date. Vous recevrez toujours les e-mails qui concernent votre compte, comme la réinitialisation du mot de passe.',
    again:
      'Vous pouvez les réactiver dans vos paramètres. Vous recevrez toujours les e-mails qui concernent votre compte, comme la réinitialisation du mot de passe.',
  },
}

/** 7 → `7 h`. */
function hour(number: number): string {
  return `${number}\u00a0h`
}

/** `America/New_York` → `America/New York`. */
function zone(name: string): string {
  return name.replaceAll('_', ' ')
}
