/** Starts the server that journeys share, with a copy of the template that it creates for the data folders of all servers. */
import { copyTemplate, createTemplate } from '#tests/journeys/server.ts'

await createTemplate()
await copyTemplate(process.env['DATA_DIR'] ?? '')
await import('../../src/server/start.ts')
