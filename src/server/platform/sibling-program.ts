/** Programs that run in their own process or thread. */

/** The entry modules of the server build, by their file names in the build. */
export const programs = {
  main: 'src/server/serve-build.ts',
  'image-process': 'src/server/bank/images/image-process.ts',
  initialize: 'src/server/db/initialize.ts',
  prepare: 'src/server/prepare-build.ts',
  'statement-watch-thread': 'src/server/db/statement-watch-thread.ts',
  worker: 'src/server/bank/import/worker.ts',
}

/**
 * The program beside a module: `image-process.ts` in the sources, and `image-process.js` in the build, where all programs are in one folder.
 */
export function siblingProgram(moduleUrl: string, name: keyof typeof programs): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
}
