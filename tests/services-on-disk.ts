/** Services on an embedded database whose free space the test sets. Only the embedded database watches the disk. */
import { openDatabase } from '#server/db/database.ts'
import { servicesOn, silentLog, type TestServices } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

/** `readFree` returns the free space in bytes. */
export async function openServicesOnDisk(readFree: () => number): Promise<TestServices> {
  const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
  const database = await openDatabase(settings, silentLog, undefined, { readFree })
  const close = async () => {
    await database.close()
    await dispose()
  }
  return servicesOn({ ...database, close, empty: () => Promise.resolve() })
}
