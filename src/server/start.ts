/** `npm start`. Sets NODE_ENV first, because React selects its build when it is first imported. */
import process from 'node:process'

process.env['NODE_ENV'] ??= 'production'
const { main } = await import('#server/main.ts')
await main()
