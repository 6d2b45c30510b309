/** Administration: uploaded images, and the error codes of `/api/images`. */

/** By the server's error code. */
const problems = {
  IMAGE_KIND: 'Choose a PNG, JPEG, WebP, GIF, or AVIF image. Other types, such as SVG or PDF, are not supported.',
  IMAGE_TOO_LARGE: 'The image is larger than 5 MB. Make it smaller, or save it as JPEG or WebP.',
  IMAGE_TOO_MANY_PIXELS: 'The image has more than 40 million pixels. Make it smaller.',
  IMAGE_UNREADABLE: 'The image is damaged or incomplete. Save it again, or choose another one.',
  IMAGE_MISSING: 'Choose an image to upload.',
  IMAGE_STORE: 'Image storage isn’t responding. Try again. If the problem continues, check the server log.',
  UNKNOWN_IMAGE: 'This image doesn’t exist. Someone may have deleted it.',
  IMAGE_USED: 'A text uses this image, so it was not deleted. Remove it from the text first.',
  IMAGE_IN_EARLIER_VERSION: 'An earlier version of a question uses this image. Review the consequences, then confirm again.',
  NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Nothing was changed.',
  FIELD_UNREADABLE: 'The form could not be read. Reload the page and try again.',
}

export const images = {
  title: 'Images',
  lede: 'To upload an image, add it while you edit a question or a case study.',
  problems,

  filter: 'Show images',
  all: (count: number) => `All ${count}`,
  unused: (count: number) => `Unused ${count}`,
  none: 'There are no images yet. Open a question or a case study and add one to its text.',
  noneUnused: 'All images are in use.',
  cut: (count: number) => `The list shows the first ${count} images.`,

  columns: { image: 'Image', size: 'Size', uploaded: 'Uploaded', uses: 'Used in', action: 'Action' },
  kind: { question: 'Question', case_study: 'Case study' },
  more: (count: number) => (count === 1 ? 'and 1 more text' : `and ${count} more texts`),
  unusedSign: 'Unused',
  earlierSign: 'Earlier version only',
  noWords: 'no text',
  delete: 'Delete…',
  /** The accessible name of the link, for screen readers. */
  deleteSubject: (name: string) => `the image ${name}`,

  sure: 'Delete this image?',
  sureText: 'Are you sure you want to delete this image? This can’t be undone.',
  sureNew: 'It was uploaded less than a day ago. Someone may still be writing the text that uses it.',
  sureEarlier: 'An earlier version of these questions uses it. If you restore that version, the image will be missing:',
  confirm: 'Delete image',
  busy: 'Deleting...',
  keep: 'Keep image',
  done: { deleted: 'Image deleted.' } as Record<string, string>,
}

/** `830 B`, `34 kB`, `1.2 MB` */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
