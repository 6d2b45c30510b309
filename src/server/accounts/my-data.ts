/** Everything we hold about one person, as a file for that person. Its form is described in `docs/my-data.md`. */
import { deviceName } from '#server/accounts/devices.ts'
import { passwordProvider, readSettings } from '#server/accounts/own-account.ts'
import type { Settings } from '#server/accounts/own-account.ts'
import { auditActions } from '#server/audit.ts'
import type { Db } from '#server/db/tables.ts'

/** Instants become ISO text in UTC when the file is written. */
export type MyData = {
  format: 'praxam-my-data'
  version: 1
  madeAt: Date
  notes: readonly string[]
  account: {
    id: string
    email: string
    isConfirmed: boolean
    /** As an identity provider gave it; empty without one. */
    name: string
    picture: string | null
    isAdministrator: boolean
    disabledAt: Date | null
    createdAt: Date
    changedAt: Date
  }
  settings: Settings
  signIn: {
    hasPassword: boolean
    hasSecondFactor: boolean
    identities: { provider: string; accountThere: string; since: Date }[]
    passkeys: { name: string | null; since: Date | null }[]
  }
  sessions: { device: string; userAgent: string | null; network: string | null; since: Date; lastUsedAt: Date; endsAt: Date }[]
  /** Browsers told apart from strangers by a random name of which we keep a hash. */
  knownDevices: { lastSignInAt: Date }[]
  /** What the person wrote through the contact form while signed in. */
  messages: { at: Date; address: string; text: string; question: string | null }[]
  auditLog: { at: Date; action: string; by: 'you' | 'administrator' | 'operator'; on: 'you' | 'somebody else' | 'content' }[]
}

const notes = [
  'Runs of practice exams, with all answers, are kept in your browser alone and are therefore not in this file.',
  'Passwords, secrets of second factors, keys and tokens are left out: whoever finds this file could sign in with them.',
  'What you wrote to us without being signed in is not in this file: nothing here says that it was you. Write to us to have it.',
  'With a session we keep the network you signed in from, not the address.',
]

/** @throws {Error} when there is no such person */
export async function readMyData(db: Db, userId: string, now: Date): Promise<MyData> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const profile = await db.selectFrom('user_profiles').select('is_admin').where('id', '=', userId).executeTakeFirst()
  return {
    format: 'praxam-my-data',
    version: 1,
    madeAt: now,
    notes,
    account: {
      id: user.id,
      email: user.email,
      isConfirmed: user.email_verified,
      name: user.name,
      picture: user.image,
      isAdministrator: profile?.is_admin ?? false,
      disabledAt: user.disabled_at,
      createdAt: user.created_at,
      changedAt: user.updated_at,
    },
    settings: await readSettings(db, userId),
    signIn: {
      hasPassword: identities.some(({ password }) => password !== null),
      hasSecondFactor: user.two_factor_enabled ?? false,
      identities: identities
        .filter(({ provider_id }) => provider_id !== passwordProvider)
        .map(({ provider_id, account_id, created_at }) => ({ provider: provider_id, accountThere: account_id, since: created_at })),
      passkeys: await listPasskeys(db, userId),
    },
    sessions: await listSessions(db, userId),
    knownDevices: await db
      .selectFrom('known_devices')
      .select('seen_at as lastSignInAt')
      .where('user_id', '=', userId)
      .orderBy('seen_at')
      .execute(),
    messages: await listMessages(db, userId),
    auditLog: await listAudit(db, userId),
  }
}

async function listPasskeys(db: Db, userId: string): Promise<MyData['signIn']['passkeys']> {
  return db.selectFrom('passkeys').select(['name', 'created_at as since']).where('user_id', '=', userId).orderBy('created_at').execute()
}

async function listSessions(db: Db, userId: string): Promise<MyData['sessions']> {
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  return rows.map((row) => ({
    device: deviceName(row.user_agent),
    userAgent: row.user_agent,
    network: row.ip_address,
    since: row.created_at,
    lastUsedAt: row.updated_at,
    endsAt: row.expires_at,
  }))
}

const messagesMax = 1_000

/** The latest thousand, the oldest of them first. */
async function listMessages(db: Db, userId: string): Promise<MyData['messages']> {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['created_at as at', 'address', 'text', 'question_id as question'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.toReversed()
}

const peopleActions: readonly string[] = auditActions.people
const auditLinesMax = 10_000

/** Lines about the person and lines of what she did, the latest 10,000. Who else had a part in them is not hers to know. */
async function listAudit(db: Db, userId: string): Promise<MyData['auditLog']> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where((line) => line.or([line('subject_id', '=', userId), line('actor_id', '=', userId)]))
    // The ids are made in the order of time.
    .orderBy('id', 'desc')
    .limit(auditLinesMax)
    .execute()
  return rows.toReversed().map(({ at, action, actor_id, subject_id }) => ({
    at,
    action,
    by: actor_id === userId ? 'you' : actor_id === null ? 'operator' : 'administrator',
    on: subject_id === userId ? 'you' : peopleActions.includes(action) ? 'somebody else' : 'content',
  }))
}
