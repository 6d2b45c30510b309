/** `npm run content:edition`: increases the number in `content/edition.json` if the content has changed. */
import { join } from 'node:path'
import { updateEdition } from '#server/bank/content-edition.ts'
import { readContentFingerprint } from '#server/bank/content-files.ts'

const folder = join(import.meta.dirname, '../content')
console.log(`The content has edition ${await updateEdition(folder, await readContentFingerprint(folder))}.`)
