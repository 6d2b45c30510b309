/**
 * The fingerprint of the current secret, stored in the database. Processes with different secrets on one database would sign out each
 * other's members and could not read each other's encrypted data, so a process with other secrets does not start.
 */
import { createHash } from 'node:crypto'
import { ConfigProblem, type Config } from '#server/config.ts'
import type { Secret } from '#server/platform/config-values.ts'
import type { Db } from '#server/db/tables.ts'

const name = 'accounts'

/** Whether a process has used secrets with this database. */
export async function hasSecretFingerprint(db: Db): Promise<boolean> {
  return (await findFingerprint(db)) !== undefined
}

/**
 * Compares the secrets with those of earlier starts. The first start stores the fingerprint, and the first start with a new secret in front
 * of the earlier ones replaces it.
 *
 * @throws {ConfigProblem} if the secret of the stored fingerprint is not in `secrets`, unless `acceptsNewSecrets` is set
 */
export async function checkSecrets(
  db: Db,
  secrets: readonly Secret[],
  { dataDir, secrets: environmentSecrets, acceptsNewSecrets }: Pick<Config, 'dataDir' | 'secrets' | 'acceptsNewSecrets'>,
): Promise<void> {
  const fingerprints = secrets.map(fingerprint)
  const [sha256 = ''] = fingerprints
  const stored = (await findFingerprint(db)) ?? (await storeFingerprint(db, sha256))
  if (!fingerprints.includes(stored) && !acceptsNewSecrets) {
    const source = environmentSecrets ? 'AUTH_SECRETS differs' : `The secrets in ${dataDir}/secrets.json differ`
    throw new ConfigProblem(
      `${source} from the secrets that this database was used with; restore secrets.json from a backup, or set AUTH_SECRETS to the same value for every process. If the earlier secrets are lost, start once with ACCEPT_NEW_SECRETS=yes: everyone is signed out, and second factors must be set up again.`,
    )
  }
  if (stored !== sha256) await db.updateTable('secret_fingerprints').set({ sha256 }).where('name', '=', name).execute()
}

/** Stores the fingerprint and returns it. If another process stored its fingerprint first, returns that one. */
async function storeFingerprint(db: Db, sha256: string): Promise<string> {
  await db
    .insertInto('secret_fingerprints')
    .values({ name, sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findFingerprint(db)) ?? sha256
}

async function findFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secret_fingerprints').select('sha256').where('name', '=', name).executeTakeFirst()
  return row?.sha256
}

/** Not reversible: a secret has at least 32 characters. The prefix makes the fingerprint useless for anything else. */
function fingerprint({ value }: Secret): string {
  return createHash('sha256').update(`praxam secret fingerprint ${value}`).digest('hex')
}
