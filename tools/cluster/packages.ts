/** The Debian programs that make up the cluster. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const haproxyProgram = '/usr/sbin/haproxy'
export const nginxProgram = '/usr/sbin/nginx'
const postgresVersions = '/usr/lib/postgresql'

/** The folder with the programs of the newest PostgreSQL, or `undefined` if there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(postgresVersions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** Names of missing packages, which must be installed first. */
export function listMissingPackages(): string[] {
  return [
    ...(findPostgres() ? [] : ['postgresql']),
    ...(existsSync(haproxyProgram) ? [] : ['haproxy']),
    ...(existsSync(nginxProgram) ? [] : ['nginx']),
  ]
}
