/** The settings of the process, read from the environment once. `docs/operating.md` describes them for operators. */
import { resolve } from 'node:path'
import { z } from 'zod'

export type Config = {
  port: number
  /** Absolute path of the folder that holds the embedded database. */
  dataDir: string
  /** Address of a PostgreSQL server; without one the embedded database is used. */
  databaseUrl: string | undefined
  /** Scheme and host under which people reach the site, when a proxy stands in front: `https://praxam.example`. */
  publicOrigin: string | undefined
}

/** A setting that cannot be used. The message is one sentence for the operator. */
export class ConfigProblem extends Error {}

const portSentence = 'PORT has to be a whole number from 1 to 65535'

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, portSentence)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, portSentence)
    .default(3000),
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes('\0'), 'DATA_DIR has to be the path of a folder')
    .default('data'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresAddress, 'DATABASE_URL has to look like postgres://user:password@host:5432/database')
    .optional(),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'PUBLIC_ORIGIN has to be a scheme and host without a path, such as https://praxam.example')
    .optional(),
})

/**
 * Reads the settings; an empty variable counts as not set.
 *
 * @throws {ConfigProblem} naming the variable and the form it has to have
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const read = environment.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    const name = String(issue?.path[0])
    // An address of a database holds a password, which has no business in a log.
    throw new ConfigProblem(name === 'DATABASE_URL' ? `${issue?.message}.` : `${issue?.message}; it is "${given[name]}".`)
  }
  return {
    port: read.data.PORT,
    dataDir: resolve(read.data.DATA_DIR),
    databaseUrl: read.data.DATABASE_URL,
    publicOrigin: read.data.PUBLIC_ORIGIN && new URL(read.data.PUBLIC_ORIGIN).origin,
  }
}

function isPostgresAddress(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}
