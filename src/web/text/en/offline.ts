/** Practising without a network: keeping exams on the device, and the page for what is not there. */
import { dayOf } from '#web/text/en/numbers.ts'

const size = (bytes: number) => (bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

export const offline = {
  title: 'Without a network',
  what: (id: string) =>
    `Keep ${id} on this device, with its case studies and images, and practise where there is no network. Exams that you opened lately stay for a while by themselves.`,
  keep: 'Keep for offline',
  keeping: 'Keeping...',
  kept: (id: string, keptAt: number, bytes: number) => `${id} is kept on this device, as of ${dayOf(keptAt)}, ${size(bytes)}.`,
  removing: 'Removing...',
  remove: 'Remove from this device',
  removeShort: 'Remove',
  removeExam: (id: string) => `Remove ${id} from this device`,
  removed: (id: string) => `${id} is no longer kept on this device. Your answers stay.`,
  unsupported: 'This browser does not let us keep pages, in a private window perhaps. Practising needs a network here.',
  problems: {
    unreachable:
      'It could not be kept: the site did not answer, or is just being renewed. Check your connection and try again in a moment.',
    missing: 'It could not be kept: this exam is no longer there.',
    unanswered: 'The storage of this browser does not answer, so we cannot tell what is kept. Reload the page and try again.',
    full: 'It could not be kept: this device has no room left for it. Free some space, or remove another exam, and try again.',
  },
  listTitle: 'Kept on this device',
  listText: 'These exams can be practised without a network.',
  listEmpty: 'Nothing. The page of a certification offers to keep its exam.',
  listEntry: (keptAt: number, bytes: number) => `as of ${dayOf(keptAt)}, ${size(bytes)}`,

  pageTitle: 'No network, Praxam',
  unreachableTitle: 'Praxam cannot be reached',
  unreachable:
    'There is no network just now, or the site does not answer, and this page is not on your device. Answers you have given are safe. Try again in a moment.',
  simulationTitle: 'A simulation needs a network',
  simulation:
    'Its questions stay sealed on the server until you submit, and the server keeps the time. Connect and try again; answers you have given are safe on this device. You can practise meanwhile.',
  french:
    'Praxam est injoignable pour le moment et cette page n’est pas sur votre appareil. Vos réponses sont en sécurité. Réessayez dans un instant.',
  exams: 'Exams on this device',
}
