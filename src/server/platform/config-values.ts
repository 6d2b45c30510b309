/** Parses and checks the values of settings. */
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

export type Secret = { version: number; value: string }

/** Minimum length of a secret, in characters. 32 random bytes in base64 are 44 characters. */
export const secretLengthMin = 32

export const host = (name: string) =>
  z
    .string()
    .regex(/^[\w.:-]+$/, `${name} must be an IP address or a host name, such as 0.0.0.0`)
    .optional()
export const integer = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${name} must be an integer from ${min} to ${max}`)
export const port = (name: string) => integer(name, 1, 65535)
export const yesOrNo = (name: string) => z.enum(['yes', 'no'], `${name} must be yes or no`).transform((answer) => answer === 'yes')
export const path = (name: string, kind: string) =>
  z.string().refine((text) => !text.includes('\0'), `${name} must be the path of a ${kind}`)

/** `'2:current,1:earlier'` → secrets in the given order, the current one first. `undefined` if a part is invalid. */
export function parseSecrets(text: string): Secret[] | undefined {
  const parts = text.split(',').map((part) => /^(\d{1,9}):(.+)$/.exec(part.trim()))
  const secrets = parts.flatMap((part) => (part?.[2] ? [{ version: Number(part[1]), value: part[2] }] : []))
  const areValid = secrets.length === parts.length && secrets.every(({ value }) => value.length >= secretLengthMin)
  return areValid && new Set(secrets.map(({ version }) => version)).size === secrets.length ? secrets : undefined
}

/** `'10.0.0.0/8, ::1'` → the networks. `undefined` if a part is invalid. */
export function parseNetworks(text: string): BlockList | undefined {
  const networks = new BlockList()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [address = '', prefix, ...more] = part.split('/')
    const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity
    if (bits === 0 || length > bits || more.length > 0) return undefined
    networks.addSubnet(address, length, bits === 32 ? 'ipv4' : 'ipv6')
  }
  return networks
}

/** Whether a database address has only one host. `pg` does not support lists of hosts, and ignores `target_session_attrs`. */
export function namesOneServer(text: string): boolean {
  const [authority = '', query = ''] = text.replace(/^\w+:\/\//, '').split('?', 2)
  const parameters = new URLSearchParams(query)
  const hosts = authority.split('/', 1)[0]?.split('@').at(-1) ?? ''
  const areSingle = [hosts, ...parameters.getAll('host'), ...parameters.getAll('port')].every((value) => !value.includes(','))
  return areSingle && ['any', null].includes(parameters.get('target_session_attrs'))
}

export function hasScheme(schemes: string[]): (text: string) => boolean {
  return (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol)
}

export function isStoreAddress(text: string): boolean {
  if (!hasScheme(['http:', 'https:'])(text)) return false
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

export function isOrigin(text: string): boolean {
  if (!hasScheme(['http:', 'https:'])(text)) return false
  const url = new URL(text)
  return !url.hostname.includes('*') && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}
