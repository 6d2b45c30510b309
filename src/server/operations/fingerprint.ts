/** Fingerprints of source files: which build, or which prepared file, belongs to them. */
import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const idLength = 16

/** A short name for the contents of files and folders, relative to the project folder. Tests do not count. */
export async function fingerprint(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  // Reads synchronously, because waiting for each of a thousand small files takes longer.
  const buffer = Buffer.alloc(bufferBytes)
  for (const path of await listFiles(root, paths)) addFile(hash.update(path), join(root, path), buffer)
  return hash.digest('hex').slice(0, idLength)
}

const bufferBytes = 64 * 1024

/** Uses one buffer for all files. Otherwise an idle process would keep the memory of all files for hours. */
function addFile(hash: Hash, path: string, buffer: Buffer): void {
  const file = openSync(path, 'r')
  try {
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) hash.update(buffer.subarray(0, count))
  } finally {
    closeSync(file)
  }
}

async function listFiles(root: string, paths: string[]): Promise<string[]> {
  const lists = paths.map(async (path) => {
    const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(() => undefined)
    return (
      entries
        ?.filter((entry) => entry.isFile() && !/\.test[.-]/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)) ?? [path]
    )
  })
  return (await Promise.all(lists)).flat().toSorted()
}
