/** `npm start`. React chooses its build by NODE_ENV when it is first imported, so the setting comes before everything. */
import process from 'node:process'

process.env['NODE_ENV'] ??= 'production'
const { main } = await import('#server/main.ts')
await main()
