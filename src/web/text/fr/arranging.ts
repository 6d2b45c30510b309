/** Texts of reorder and drag-and-drop questions, loaded with their controls. */
import type { arranging as English } from '#web/text/en/arranging.ts'
import { allOf, counted } from '#web/text/fr/numbers.ts'

const ordinals = ['première', 'deuxième', 'troisième', 'quatrième', 'cinquième', 'sixième', 'septième', 'huitième', 'neuvième', 'dixième']

export const arranging: typeof English = {
  notAnswered: 'Sans réponse',
  correct: 'Correct',
  reset: 'Réinitialiser',
  undoReset: 'Rétablir',
  resetUndone: 'Votre réponse est rétablie',

  startingOrder: 'Ordre de départ. Déplacez une étape pour répondre.',
  yourOrder: (places) => `Votre ordre, de 1 à ${places}`,
  stepsCorrect: (correct, places) => `${counted(correct, 'étape')} sur ${places} à la bonne place`,
  gap: 'Vide',
  notNeeded: 'Étapes inutiles',
  moveUp: (step) => `Monter\u00a0: ${step}`,
  moveDown: (step) => `Descendre\u00a0: ${step}`,
  add: (step) => `Ajouter à votre ordre\u00a0: ${step}`,
  movedTo: (step, place, places) => `${step}\u00a0: position ${place} sur ${places}`,
  removed: (step) => `${step}\u00a0: inutile`,
  orderReset: 'Retour à l’ordre de départ',
  orderHint: 'Faites glisser une étape par sa poignée, utilisez ses flèches, ou choisissez-la et appuyez sur',
  orderKeys: ['Alt', '↑', '↓'],
  putIt: (place) => {
    const ordinal = ordinals[place - 1]
    return ordinal ? `Vous l’avez placée en ${ordinal} position` : `Vous l’avez placée à la position ${place}`
  },
  leftOut: 'Vous l’avez laissée de côté',

  yourMatches: (filled, slots) => `Vos associations, ${filled} sur ${slots}`,
  pairsCorrect: (correct, slots) => `${counted(correct, 'association correcte', 'associations correctes')} sur ${slots}`,
  items: 'Éléments',
  used: 'utilisé',
  usedIn: (slots) => `utilisé en ${allOf(slots.map(String))}`,
  chooseItem: 'Choisir un élément',
  slotName: (slot, prompt, item) => `${slot}, ${prompt}\u00a0: ${item}`,
  placeItem: (item) => `Utiliser l’élément ${item}`,
  placed: (item, slot, prompt) => `${item} en ${slot}, ${prompt}`,
  moved: (letter, from, to) => `${letter} déplacé de ${from} à ${to}`,
  swapped: (from, to) => `${from} et ${to} ont échangé leurs places`,
  emptied: (slot) => `${slot} est vide`,
  allEmptied: 'Tous les emplacements sont vides',
  matchHint: 'Faites glisser un élément vers un emplacement, ou choisissez un emplacement et tapez la lettre d’un élément.',
  menuHint: 'Choisissez un élément pour chaque intitulé.',
  menus: 'Utiliser des menus',
  belongsHere: 'À sa place ici\u00a0:',
  sheetTitle: (slot, prompt) => `${slot}. ${prompt}`,
  leaveEmpty: 'Laisser vide',
  confirm: (letter) => `Utiliser ${letter}`,
  confirmAndGo: (letter, slot) => `Utiliser ${letter}, aller à ${slot}`,
}
