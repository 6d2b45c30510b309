/**
 * Writes every character of the built server in ASCII: `é` becomes `\u00e9`. V8 stores a file in two bytes per character if a single character
 * is outside Latin-1, and the largest files have such characters.
 */
import type { Plugin } from 'vite'

export function asciiOutput(): Plugin {
  return {
    name: 'ascii-output',
    applyToEnvironment: ({ name }) => name === 'ssr',
    renderChunk: { order: 'post', handler: (code) => ({ code: toAscii(code), map: null }) },
  }
}

/**
 * Escapes the characters outside ASCII in a program. An escape has the same meaning in strings, templates, names and regular expressions, except
 * in templates with `String.raw`. A backslash before such a character has no meaning, so it is dropped: `/\–/` becomes `/\u2013/`.
 */
export function toAscii(code: string): string {
  return code.replaceAll(/\\[\0-\x7f]|\\?[^\0-\x7f]/g, (text) => {
    const last = text.charCodeAt(text.length - 1)
    return last < 0x80 ? text : `\\u${last.toString(16).padStart(4, '0')}`
  })
}
