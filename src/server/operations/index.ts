/** The public API of this area. */
export { openBackup } from './backup.ts'
export { buildWhenNeeded } from './build.ts'
export { openCommandSocket, type SocketCommands } from './command-socket.ts'
