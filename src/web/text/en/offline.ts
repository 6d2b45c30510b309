/** Offline practice: saving exams on the device, and the page shown without a network. */
import { dayOf } from '#web/text/en/figures/dates.ts'

const size = (bytes: number) => (bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

export const offline = {
  title: 'Offline practice',
  what: (id: string) =>
    `Save ${id} on this device, with its case studies and images, and practice without a connection. Recently opened exams stay available for a while.`,
  save: 'Save for offline',
  /** `share`: how much is saved, from 0 to 1. */
  saving: (share?: number) => (share !== undefined && share > 0 ? `Saving... ${Math.floor(share * 100)}%` : 'Saving...'),
  saved: (id: string, keptAt: number, bytes: number) => `${id} is saved on this device (as of ${dayOf(keptAt)}, ${size(bytes)}).`,
  removing: 'Removing...',
  remove: 'Remove from this device',
  removeShort: 'Remove',
  removeExam: (id: string) => `Remove ${id} from this device`,
  removed: (id: string) => `${id} is no longer saved on this device. Your answers are still saved.`,
  unsupported: 'Your browser is blocking storage (you may be in private mode), so you need a connection to practice here.',
  problems: {
    unreachable:
      'We couldn’t save this exam because the site can’t be reached or is being updated. Check your connection and try again in a moment.',
    missing: 'We couldn’t save this exam because it’s no longer available.',
    unanswered: 'We couldn’t access your browser’s storage, so we don’t know which exams are saved. Reload the page and try again.',
    full: 'We couldn’t save this exam because your device is out of space. Free up some space, or remove another exam, and try again.',
  },
  listTitle: 'Saved on this device',
  listText: 'You can practice these exams without a connection.',
  listEmpty: 'Nothing yet. Save an exam from its certification page.',
  listEntry: (keptAt: number, bytes: number) => `as of ${dayOf(keptAt)}, ${size(bytes)}`,

  pageTitle: 'Offline, Praxam',
  unreachableTitle: 'Can’t reach Praxam',
  unreachable:
    'You’re offline or the site isn’t responding, and this page isn’t saved on your device. Your answers are safe. Try again in a moment.',
  simulationTitle: 'A simulation needs a connection',
  simulation:
    'The server keeps the time, and the answer key stays there until you submit. Reconnect and try again. Your answers are safe on this device, and you can practice in the meantime.',
  french:
    'Praxam est injoignable pour le moment et cette page n’est pas sur votre appareil. Vos réponses sont en sécurité. Réessayez dans un instant.',
  exams: 'Exams on this device',
}
