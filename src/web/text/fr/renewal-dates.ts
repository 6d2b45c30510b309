/** The days on which certifications expire, on the page of exam dates. */
import type { renewalDates as English } from '#web/text/en/renewal-dates.ts'
import { day } from '#web/text/fr/figures/dates.ts'

const problems: Record<NonNullable<Parameters<typeof English.problem>[0]>, string> = {
  EXAM_UNKNOWN: 'Choisissez une certification dans la liste.',
  NEVER_EXPIRES: 'Les certifications Fundamentals n’expirent pas\u00a0: il n’y a rien à renouveler.',
  NOT_RENEWABLE: 'L’examen de cette certification est retiré\u00a0: elle ne peut pas être renouvelée. Sa page indique l’examen suivant.',
  DATE_UNREADABLE: 'Saisissez une date valide, par exemple 2027-03-15.',
  DATE_PAST:
    'Cette date est passée. Une certification qui a pris fin ne peut pas être renouvelée. Saisissez la date d’aujourd’hui ou une date ultérieure.',
  DATE_FAR: 'Cette date est dans plus de deux ans. Vérifiez l’année.',
}

export const renewalDates: typeof English = {
  title: 'Renouvellement',
  why: 'Les certifications Associate prennent fin au bout d’un an, sauf si vous les renouvelez. Votre profil Microsoft Learn indique le jour.',
  certification: 'Certification',
  choose: 'Choisissez une certification',
  day: 'Elle prend fin le',
  dayHint: 'Vous pouvez la renouveler à partir de 180 jours avant',
  remind: 'M’écrire 180, 90 et 30 jours avant',
  save: 'Enregistrer la date',
  endsOn: (date, daysLeft) => {
    if (daysLeft < 0) return `a pris fin le ${day(date)}`
    const left = daysLeft === 0 ? 'aujourd’hui' : daysLeft === 1 ? 'demain' : `dans ${daysLeft} jours`
    return `prend fin le ${day(date)}, ${left}`
  },
  reminds: 'rappels 180, 90 et 30 jours avant',
  noReminders: 'sans rappel',
  ofRenewal: (id) => `la date de renouvellement ${id}`,
  problem: (code) => code && problems[code],
}
