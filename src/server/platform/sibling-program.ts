/** Programs that run in a process or thread of their own. */

/**
 * The program beside a module: `image-process.ts` in the sources, and `image-process.js` in the build, where all programs are in one folder.
 */
export function siblingProgram(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
}
