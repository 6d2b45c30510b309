/**
 * Detects processes that use one database with separate folders for images or assets. Each folder has an id in the file `folder-id`, and the
 * database stores the id of the process that started last. A process with another folder logs a warning at its start, and its id replaces
 * the stored one: separate folders are reported at each start, and a new folder only once.
 */
import { randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { storageFolder } from '#server/platform/file-store.ts'

type FolderSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'assetsDir' | 's3'>

/** `mode` is for a folder that does not exist yet. */
type SharedFolder = { name: 'images' | 'assets'; path: string; mode?: number; warning: string }

export const folderIdFile = 'folder-id'

/**
 * Compares the folders with those of the process that started last, and stores the own ones. Returns a sentence for the operator for each
 * folder that differs. Only one process can use the embedded database, so it has no warnings. Nor has a folder that cannot be written.
 */
export async function listFolderWarnings(db: Db, settings: FolderSettings): Promise<string[]> {
  const warnings: string[] = []
  for (const { name, path, mode, warning } of settings.databaseUrl === undefined ? [] : listFolders(settings)) {
    const id = await readFolderId(path, mode).catch(() => undefined)
    if (id !== undefined && (await replaceFolder(db, name, id))) warnings.push(warning)
  }
  return warnings
}

function listFolders({ dataDir, assetsDir, s3 }: FolderSettings): SharedFolder[] {
  const images = storageFolder(dataDir)
  return [
    ...(s3
      ? []
      : [
          {
            name: 'images' as const,
            path: images,
            mode: 0o700,
            warning: `Another process used this database with another folder for images than ${images}, so images may be missing; set DATA_DIR to one folder for all processes, or set S3_ENDPOINT`,
          },
        ]),
    {
      name: 'assets',
      path: assetsDir,
      warning: `Another process used this database with another folder for assets than ${assetsDir}, so pages may miss their scripts during a release; set ASSETS_DIR to one folder for all processes`,
    },
  ]
}

/** The id of a folder. Creates both if they do not exist. Processes that start at the same time read the same id. */
async function readFolderId(folder: string, mode: number | undefined): Promise<string> {
  const path = join(folder, folderIdFile)
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) })
    const id = randomUUIDv7()
    const partial = `${path}.${id}.partial`
    await writeFile(partial, id)
    // A link fails if another process was first. Some network file systems have no links.
    await link(partial, path).catch(() => (existsSync(path) ? undefined : rename(partial, path)))
    await rm(partial, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Stores the id of a folder. Returns whether another id was stored. */
async function replaceFolder(db: Db, name: string, id: string): Promise<boolean> {
  await db
    .insertInto('shared_folders')
    .values({ name, folder_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('shared_folders')
    .set({ folder_id: id })
    .where('name', '=', name)
    .where('folder_id', '!=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
