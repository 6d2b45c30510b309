/** Offline practice: saving exams on the device, and the page shown without a network. */
import type { offline as English } from '#web/text/en/offline.ts'
import { dayOf } from '#web/text/fr/figures/dates.ts'

const megabytes = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const size = (bytes: number) =>
  bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0ko` : `${megabytes.format(bytes / 1_000_000)}\u00a0Mo`

const french =
  'Praxam est injoignable pour le moment et cette page n’est pas sur votre appareil. Vos réponses sont en sécurité. Réessayez dans un instant.'

export const offline: typeof English = {
  title: 'Entraînement hors connexion',
  what: (id) =>
    `Enregistrez ${id} sur cet appareil, avec ses études de cas et ses images, et entraînez-vous sans connexion. Les examens ouverts récemment restent disponibles un certain temps.`,
  save: 'Enregistrer sur cet appareil',
  saving: (share) => (share !== undefined && share > 0 ? `Enregistrement… ${Math.floor(share * 100)}\u00a0%` : 'Enregistrement…'),
  saved: (id, keptAt, bytes) => `${id} est enregistré sur cet appareil, dans son état du ${dayOf(keptAt)}, ${size(bytes)}.`,
  removing: 'Suppression…',
  remove: 'Supprimer de cet appareil',
  removeShort: 'Supprimer',
  removeExam: (id) => `Supprimer ${id} de cet appareil`,
  removed: (id) => `${id} n’est plus enregistré sur cet appareil. Vos réponses le sont toujours.`,
  unsupported:
    'Votre navigateur bloque le stockage (peut-être en navigation privée)\u00a0: il vous faut une connexion pour vous entraîner ici.',
  problems: {
    unreachable:
      'L’enregistrement a échoué\u00a0: le site est injoignable ou en cours de mise à jour. Vérifiez votre connexion et réessayez dans un instant.',
    missing: 'L’enregistrement a échoué\u00a0: cet examen n’est plus disponible.',
    unanswered:
      'Le stockage de votre navigateur est inaccessible\u00a0: nous ne savons pas quels examens sont enregistrés. Rechargez la page et réessayez.',
    full: 'L’enregistrement a échoué\u00a0: il n’y a plus de place sur cet appareil. Libérez de l’espace, ou supprimez un autre examen, et réessayez.',
  },
  listTitle: 'Enregistrés sur cet appareil',
  listText: 'Vous pouvez vous entraîner à ces examens sans connexion.',
  listEmpty: 'Rien pour le moment. Enregistrez un examen depuis la page de sa certification.',
  listEntry: (keptAt, bytes) => `état du ${dayOf(keptAt)}, ${size(bytes)}`,

  pageTitle: 'Hors connexion, Praxam',
  unreachableTitle: 'Praxam est injoignable',
  unreachable:
    'Vous êtes hors connexion ou le site ne répond pas, et cette page n’est pas sur votre appareil. Vos réponses sont en sécurité. Réessayez dans un instant.',
  simulationTitle: 'Une simulation a besoin d’une connexion',
  simulation:
    'Le serveur mesure le temps, et les corrigés y restent jusqu’à la fin. Rétablissez la connexion et réessayez. Vos réponses sont en sécurité sur cet appareil, et vous pouvez vous entraîner en attendant.',
  french,
  exams: 'Examens sur cet appareil',
}
