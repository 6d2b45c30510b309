/** Creates the template for the data folders of all servers, and starts the server that journeys share, on a copy of it. */
import { copyTemplate, createTemplate } from '#tests/journeys/server.ts'

await createTemplate()
await copyTemplate(process.env['DATA_DIR'] ?? '')
await import('../../src/server/launch.js')
