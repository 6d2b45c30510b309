/** Administration: uploaded images, and what `/api/images` says about one. */

/** By the code that the server gives. */
const problems = {
  IMAGE_KIND: 'Choose a PNG, JPEG, WebP, GIF or AVIF image; other kinds, such as SVG or PDF, are not taken.',
  IMAGE_TOO_LARGE: 'The image is larger than 5 MB: make it smaller, or save it as JPEG or WebP.',
  IMAGE_TOO_MANY_PIXELS: 'The image has more than 40 million pixels: make it smaller.',
  IMAGE_UNREADABLE: 'The image is damaged or cut off: save it again, or choose another one.',
  IMAGE_MISSING: 'Choose an image to upload.',
  IMAGE_STORE:
    'Images cannot be reached at the moment: the place where they are kept does not answer. Try again; if it stays so, ask whoever runs the site to look into its log.',
  UNKNOWN_IMAGE: 'There is no such image; somebody may have deleted it.',
  IMAGE_USED: 'The image is shown in a text and stays. Take it out of the text first.',
  IMAGE_IN_EARLIER_VERSION: 'An earlier version of a question shows the image. Read what follows from that, and confirm again.',
  NOT_AN_ADMINISTRATOR: 'You are no administrator any more, so nothing was done.',
  FIELD_UNREADABLE: 'The form could not be read. Open the page again and try once more.',
}

export const images = {
  title: 'Images',
  lede: 'Images are uploaded where a question or a case study is written.',
  problems,

  filter: 'Which images',
  all: (count: number) => `All ${count}`,
  unused: (count: number) => `Unused ${count}`,
  none: 'There are no images yet. Open a question or a case study and add one to its text.',
  noneUnused: 'Every image is shown somewhere.',
  cut: (count: number) => `There are more images than can be listed here: these are ${count} of them.`,

  columns: { image: 'Image', size: 'Size', uploaded: 'Uploaded', uses: 'Shown in', action: 'Action' },
  kind: { question: 'Question', case_study: 'Case study' },
  more: (count: number) => (count === 1 ? 'and 1 more text' : `and ${count} more texts`),
  unusedSign: 'Unused',
  earlierSign: 'Earlier version only',
  noWords: 'without words',
  delete: 'Delete…',
  /** For those who hear the link alone. */
  deleteSubject: (name: string) => `the image ${name}`,

  sure: 'Delete this image?',
  sureText: 'Are you sure you want to delete this image? It cannot be undone.',
  sureNew: 'It was uploaded less than a day ago: somebody may be writing the text that is to show it.',
  sureEarlier: 'An earlier version of these questions shows it. If that version is brought back, there will be no image in it:',
  confirm: 'Delete the image',
  busy: 'Deleting...',
  keep: 'Keep the image',
  done: { deleted: 'The image has been deleted.' } as Record<string, string>,
}

/** `830 B`, `34 kB`, `1.2 MB` */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
