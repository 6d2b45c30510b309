/** The date of an exam: setting it, the time left until then, and how the exam went. */
import type { examDates as English } from '#web/text/en/exam-dates.ts'
import { day, longDay } from '#web/text/fr/figures/dates.ts'
import { plural } from '#web/text/fr/numbers.ts'

const problems: Record<NonNullable<Parameters<typeof English.problem>[0]>, string> = {
  EXAM_UNKNOWN: 'Choisissez un examen dans la liste.',
  EXAM_RETIRED: 'Cet examen est retiré et n’est plus proposé. Choisissez-en un autre.',
  DATE_UNREADABLE: 'Saisissez une date valide, par exemple 2027-03-15.',
  DATE_PAST: 'Cette date est passée. Saisissez la date d’aujourd’hui ou une date ultérieure.',
  DATE_FAR: 'Cette date est dans plus de trois ans. Vérifiez l’année.',
}

export const examDates: typeof English = {
  title: 'Dates d’examen',
  noExamDates: 'Pas encore de date d’examen.',
  addExamDate: 'Indiquer une date d’examen',
  examDateWhy: 'La révision du jour planifie tout avant l’examen, et les rappels indiquent le nombre de jours restants.',
  exam: 'Examen',
  examDate: 'Date d’examen',
  chooseExam: 'Choisissez un examen',
  saveDate: 'Enregistrer la date',
  saving: 'Enregistrement…',
  cancel: 'Annuler',
  notSure: 'Pas encore décidé',
  remove: 'Supprimer',
  removeDate: 'Supprimer la date',
  removing: 'Suppression…',
  dateNotSaved: 'L’enregistrement a échoué. Vérifiez votre connexion et réessayez. Votre saisie est toujours là.',
  examIs: (date) => day(date),
  examOn: longDay,
  daysLeft: (count) => {
    if (count === 0) return 'aujourd’hui'
    if (count < 0) return count === -1 ? 'hier' : `il y a ${-count} jours`
    return count === 1 ? 'demain' : `dans ${count} jours`
  },
  nextExam: 'Prochain examen',
  dayWord: (count) => plural(count, 'jour'),
  changeDate: 'Modifier la date',
  setDate: 'Indiquer la date',
  noDay: (id) => `Pas encore de date pour ${id}.`,
  howDidItGo: 'Comment cela s’est-il passé\u202f?',
  examWas: (id, date) => `L’examen ${id} a eu lieu le ${day(date)}.`,
  outcomes: { passed: 'Réussi', not_yet: 'Pas encore réussi', not_taken: 'Pas passé' },
  outcomeFacts: { passed: 'Réussi', not_yet: 'Pas encore réussi', not_taken: 'Pas passé' },
  problem: (code) => code && problems[code],
  done: {
    'exam-date-saved': 'Date d’examen enregistrée.',
    'exam-date-removed': 'Date d’examen supprimée.',
    'renewal-date-saved': 'Date de renouvellement enregistrée.',
    'renewal-date-removed': 'Date de renouvellement supprimée.',
  },
}
