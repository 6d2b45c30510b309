/** The addresses of uploaded images in texts. */

/** Path prefix of uploaded images. Source: spec §3, bucket and folder. */
export const imageAddress = '/storage/questions/question-images/'

const inHtml = new RegExp(`${imageAddress}([\\w-]+\\.\\w+)`, 'g')

/** The unique names of the uploaded images in the texts: `3f9c….png`. */
export function listImageNames(html: readonly string[]): string[] {
  return [...new Set(html.flatMap((text) => [...text.matchAll(inHtml)].map(([, name = '']) => name)))]
}
