/** Renewal practice: choosing the month, the open-book panel with its clock, and why some certifications have no renewal. */
import type { MonthProblem } from '#exam/planning/renewal.ts'
import { successorInFrench } from '#exam/planning/successors.ts'
import type { renewal as English } from '#web/text/en/renewal.ts'
import { day, monthOfYear } from '#web/text/fr/figures/dates.ts'
import { counted, plural } from '#web/text/fr/numbers.ts'

const problems: Record<MonthProblem, string> = {
  MONTH_UNREADABLE: 'Saisissez une année et un mois, par exemple 2025-10.',
  MONTH_FUTURE: 'Ce mois est à venir. Saisissez le mois où vous avez obtenu ou renouvelé la certification pour la dernière fois.',
  MONTH_EARLY: 'Cette année est trop ancienne pour cette certification. Vérifiez l’année.',
}

export const renewal: typeof English = {
  text: (count) =>
    `${counted(count, 'question')} sur les nouveautés depuis votre certification. La documentation reste ouverte, et le chronomètre de deux heures n’est qu’indicatif. Ni réussite ni échec, et pas besoin de compte.`,
  earned: 'Obtenue, ou renouvelée pour la dernière fois, en',
  earnedHint: 'Année et mois, par exemple 2025-10',
  start: 'Commencer',
  outlineIsNewer: (outlineOf, month) =>
    `Le programme a changé depuis ${monthOfYear(`${month}-01`)}\u00a0: l’actuel date du ${day(outlineOf)}.`,
  outlineIsSame: (outlineOf) => `Vous avez obtenu la vôtre avec le programme actuel, du ${day(outlineOf)}.`,
  noEarlierOutline:
    'Nous n’avons pas le détail des anciens programmes, objectif par objectif\u00a0: nous nous fions aux dates des pages de documentation.',
  newQuestions: (isNew, count, month) => {
    const since = monthOfYear(`${month}-01`)
    if (isNew === 0)
      return `Aucune de nos questions ne repose sur une page postérieure à ${since}. Voici ${count === 1 ? 'la plus récente' : `les ${count} plus récentes`}.`
    if (isNew === count)
      return count === 1
        ? `La question repose sur une page postérieure à ${since}.`
        : `Les ${count} questions reposent sur des pages postérieures à ${since}.`
    return `${counted(isNew, 'question')} sur ${count} ${plural(isNew, 'repose sur une page postérieure', 'reposent sur des pages postérieures')} à ${since}. Les autres sont nos plus récentes.`
  },
  rules: 'Comment se passe le renouvellement officiel',
  rulesText:
    'Il se passe gratuitement, en ligne et avec documents autorisés. Il ouvre 180 jours avant la fin de votre certification, et il faut le réussir avant ce jour. Après le deuxième essai, 24 heures doivent s’écouler entre deux essais. La réussite ajoute un an.',
  rulesSources: 'Sources (elles s’ouvrent dans une nouvelle fenêtre)\u00a0:',
  sources: [
    {
      title: 'Renouveler votre certification Microsoft',
      address: 'https://learn.microsoft.com/fr-fr/credentials/certifications/renew-your-microsoft-certification',
    },
    {
      title: 'Une réponse sur Microsoft Q&A à propos des essais et de l’attente (en anglais)',
      address: 'https://learn.microsoft.com/en-us/answers/questions/5852012/issue-with-renewal-of-certification',
    },
  ],
  rulesChecked: (date) => `Lu le ${day(date)}.`,
  remind: 'Me le rappeler avant la fin',
  problem: (code) => problems[code],
  monthTitle: 'Quand l’avez-vous obtenue\u202f?',
  chooseMonth: 'Choisir le mois',
  notRenewableTitle: (id) => `${id} n’a pas de renouvellement`,
  notRenewable:
    'Les certifications Fundamentals n’expirent pas, et une certification dont l’examen est retiré ne peut pas être renouvelée.',
  toCertification: (id) => `Retour à ${id}`,
  neverExpires: (id) => `${id} est une certification de niveau Fundamentals. Elle n’expire pas\u00a0: il n’y a rien à renouveler.`,
  cannotRenew: (id) =>
    `L’examen ${id} est retiré, et une certification dont l’examen est retiré ne peut pas être renouvelée. Elle reste dans votre relevé.`,
  next: (successor) => `L’examen suivant\u00a0: ${successorInFrench(successor)}. Microsoft le désigne comme remplaçant.`,
  nextByUs: (successor) =>
    `L’examen suivant\u00a0: ${successorInFrench(successor)}. C’est notre interprétation, pas un remplacement officiel.`,
  noNext: 'Nous n’avons pas trouvé d’examen qui le remplace.',
  openExam: (id) => `Voir ${id}`,
  detail: { active: 'Les nouveautés depuis la vôtre', fundamentals: 'N’expire pas', retired: 'Impossible' },

  book: 'Documentation et chronomètre',
  timeLeft: 'Temps restant sur deux heures',
  left: (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
  },
  over: 'Les deux heures sont écoulées. Continuez\u00a0: l’entraînement n’a pas de limite de temps.',
  hideTime: 'Masquer le chronomètre',
  showTime: 'Afficher le chronomètre',
  pages: (count) => `Documents autorisés\u00a0: ${counted(count, 'page de documentation', 'pages de documentation')}`,
  pagesText: 'Chacune s’ouvre dans une nouvelle fenêtre.',
  pagesLoading: 'La liste sera complète quand toutes les questions seront chargées.',
  pageDate: (date) => `mise à jour le ${day(date)}`,
}
