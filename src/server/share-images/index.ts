/** What other areas may use. */
export {
  bandHeight,
  bandTop,
  cardColours,
  drawCard,
  drawSvg,
  familyColours,
  findCard,
  innerWidth,
  makeCardBox,
  margin,
  printAround,
  roundedLeft,
  text,
} from './share-images.ts'
export type { CardWords } from './share-images.ts'
export { canSet, fit, widthOf } from './text-outlines.ts'
export type { Face } from './text-outlines.ts'
