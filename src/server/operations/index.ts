/** The public API of this area. */
export { openBackup } from './backup.ts'
export { buildWhenNeeded, findTemplate } from './build.ts'
export { openCommandSocket, type SocketCommands } from './command-socket.ts'
