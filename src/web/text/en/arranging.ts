/** Texts of reorder and drag-and-drop questions, loaded with their controls. */
import { allOf, counted } from '#web/text/en/numbers.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

export const arranging = {
  notAnswered: 'Not answered',
  correct: 'Correct',
  reset: 'Reset',
  undoReset: 'Undo Reset',
  resetUndone: 'Your answer is back',

  startingOrder: 'Starting order. Move a step to answer.',
  yourOrder: (places: number) => `Your order, 1 to ${places}`,
  stepsCorrect: (correct: number, places: number) =>
    `${correct} of ${counted(places, 'step')} ${correct === 1 ? 'is' : 'are'} in the right place`,
  gap: 'Empty',
  notNeeded: 'Not needed',
  moveUp: (step: string) => `Move up: ${step}`,
  moveDown: (step: string) => `Move down: ${step}`,
  add: (step: string) => `Add to the order: ${step}`,
  movedTo: (step: string, place: number, places: number) => `${step}: place ${place} of ${places}`,
  removed: (step: string) => `${step}: not needed`,
  orderReset: 'Back to the starting order',
  orderHint: 'Drag a step by its handle, use its arrows, or choose it and press',
  orderKeys: ['Alt', '↑', '↓'],
  putIt: (place: number) => `You put it ${ordinals[place - 1] ?? `at ${place}`}`,
  leftOut: 'You left it out',

  yourMatches: (filled: number, slots: number) => `Your matches, ${filled} of ${slots} filled`,
  pairsCorrect: (correct: number, slots: number) => `${correct} of ${counted(slots, 'pair')} ${correct === 1 ? 'is' : 'are'} correct`,
  items: 'Items',
  used: 'used',
  usedIn: (slots: readonly number[]) => `used in ${allOf(slots.map(String))}`,
  chooseItem: 'Choose an item',
  slotName: (slot: number, prompt: string, item: string) => `${slot}, ${prompt}: ${item}`,
  placeItem: (item: string) => `Use item ${item}`,
  placed: (item: string, slot: number, prompt: string) => `${item} in ${slot}, ${prompt}`,
  moved: (letter: string, from: number, to: number) => `${letter} moved from ${from} to ${to}`,
  swapped: (from: number, to: number) => `${from} and ${to} changed places`,
  emptied: (slot: number) => `${slot} is empty`,
  allEmptied: 'Every slot is empty',
  matchHint: 'Drag an item to a slot, or choose a slot and press the letter of an item.',
  menuHint: 'Choose an item for each prompt.',
  menus: 'Use menus',
  belongsHere: 'Belongs here:',
  sheetTitle: (slot: number, prompt: string) => `${slot}. ${prompt}`,
  leaveEmpty: 'Leave Empty',
  confirm: (letter: string) => `Use ${letter}`,
  confirmAndGo: (letter: string, slot: number) => `Use ${letter}, Go to ${slot}`,
}
