/** An Anki package (`.apkg`): a zip file with the collection, the images of its cards, and a list of their names. */
import { strToU8, zipSync, type Zippable } from 'fflate'
import { listShownImages, readShownImage } from '#server/bank/index.ts'
import { printCollection, type FlashcardDeck } from '#server/flashcards/anki-collection.ts'
import type { Flashcard } from '#server/flashcards/card-html.ts'
import type { FileStore } from '#server/platform/file-store.ts'

/** Limit for all images in a package. Images beyond it are left out. */
const imageBytesMax = 40_000_000

/** Anki keeps the media of all decks in one folder. */
const imagePrefix = 'praxam-'

/** @throws a `FileStoreProblem` when the images cannot be read */
export async function printPackage(deck: FlashcardDeck, files: FileStore, now: Date): Promise<Uint8Array> {
  const images = await readImages(deck.cards, files)
  const cards = deck.cards.map((card) => replaceTexts(card, nameImages))
  const names = Object.fromEntries(images.map(({ name }, number) => [number, imagePrefix + name]))
  const entries: Zippable = {
    'collection.anki2': await printCollection({ ...deck, cards }, now),
    media: strToU8(JSON.stringify(names)),
    // Images are already compressed.
    ...Object.fromEntries(images.map(({ bytes }, number) => [String(number), [bytes, { level: 0 }] as const])),
  }
  return zipSync(entries, { mtime: now })
}

async function readImages(cards: readonly Flashcard[], files: FileStore): Promise<{ name: string; bytes: Uint8Array }[]> {
  const images: { name: string; bytes: Uint8Array }[] = []
  let bytesLeft = imageBytesMax
  for (const image of listShownImages(cards.flatMap((card) => Object.values(card)))) {
    const bytes = await readShownImage(files, image)
    if (!bytes || bytes.length > bytesLeft) continue
    bytesLeft -= bytes.length
    images.push({ name: image.name, bytes })
  }
  return images
}

/** Replaces the addresses of images with file names, because Anki has no folders for images. */
function nameImages(html: string): string {
  return listShownImages([html]).reduce((text, { address, name }) => text.replaceAll(address, imagePrefix + name), html)
}

function replaceTexts(card: Flashcard, replace: (html: string) => string): Flashcard {
  return Object.fromEntries(Object.entries(card).map(([field, html]) => [field, replace(html)])) as Flashcard
}
