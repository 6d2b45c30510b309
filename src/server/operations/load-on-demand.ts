/**
 * Lets the built server load parts of packages when they are first used. A package that imports such a part gets functions that load it. All of
 * these functions must return promises.
 */
import type { Plugin } from 'vite'

/** For each part, the package that imports it and the functions that this package uses. */
export const partsOnDemand: Partial<Record<string, { importer: string; functions: string[] }>> = {
  // Half a megabyte for certificates, which only passkeys need.
  '@simplewebauthn/server': {
    importer: '@better-auth/passkey',
    functions: [
      'generateAuthenticationOptions',
      'generateRegistrationOptions',
      'verifyAuthenticationResponse',
      'verifyRegistrationResponse',
    ],
  },
}

const moduleMark = '\0on-demand/'

export function loadOnDemand(): Plugin {
  return {
    name: 'load-on-demand',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async resolveId(source, importer = '') {
      const part = partsOnDemand[source]
      if (!part || !importer.replaceAll('\\', '/').includes(`/node_modules/${part.importer}/`)) return undefined
      return moduleMark + source
    },
    load(id) {
      if (!id.startsWith(moduleMark)) return undefined
      const source = id.slice(moduleMark.length)
      return partsOnDemand[source]?.functions
        .map((name) => `export const ${name} = async (...values) => (await import('${source}')).${name}(...values)`)
        .join('\n')
    },
  }
}
