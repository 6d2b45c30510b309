/** The public API of this area. */
export { bandHeight, bandTop, drawShareImage, familyColor, frame, innerWidth, margin, roundedLeft, shareImageColors } from './layout.ts'
export { box, fitText, isPrintable, measureWidth, renderPng, shareImageSize, text } from './render.ts'
export { createImageCache, findShareImage, type ShareImageTexts } from './share-images.ts'
