/** Finds and reads the images in texts: uploaded images, and the pictures in `public` that come with the product. */
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { imagesFolder, isFileKey, undefinedIfMissing, type FileStore } from '#server/platform/file-store.ts'

/** `address` as in `src`; `name` is its last part, a file name. */
export type ShownImage = { readonly address: string; readonly name: string }

const pictureAddress = '/pictures/'
const inHtml = new RegExp(`(?:${imageAddress}|${pictureAddress})([\\w-]+\\.\\w+)`, 'g')

/** The unique images in the texts that are files of this site. */
export function listShownImages(html: readonly string[]): ShownImage[] {
  const found = html.flatMap((text) => [...text.matchAll(inHtml)].map(([address, name = '']) => [address, { address, name }] as const))
  return [...new Map(found).values()]
}

/** The bytes of an image from `listShownImages`; `undefined` when it is missing. */
export async function readShownImage(files: FileStore, { address, name }: ShownImage): Promise<Uint8Array | undefined> {
  if (address.startsWith(pictureAddress)) return readPicture(name)
  const key = imagesFolder + name
  return isFileKey(key) ? (await files.get(key))?.bytes : undefined
}

/** The address of a product picture with this name and these bytes, as in an export from another installation. */
export async function findPicture(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const picture = /^[\w-]+\.\w+$/.test(name) ? await readPicture(name) : undefined
  return picture?.equals(bytes) ? pictureAddress + name : undefined
}

async function readPicture(name: string): Promise<Buffer | undefined> {
  const project = dirname(findPackageJSON(import.meta.url) ?? '')
  return readFile(join(project, 'public', pictureAddress, name)).catch(undefinedIfMissing)
}

/** The name that an image had in an export of this site: `3f9c….png`. `undefined` for names from other tools. */
export function findOwnImageName(name: string): string | undefined {
  return /(?:^|[/ ])((?:[\da-f]{32}|[\da-f]{40})\.(?:png|jpg|webp|gif|avif))$/.exec(name)?.[1]
}
