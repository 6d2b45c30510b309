/** Types of the tables with accounts and their settings; see `tables.ts`. */
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#server/db/instant.ts'

export type AccountTables = {
  users: {
    id: string
    name: string
    /** Lower case. */
    email: string
    email_verified: boolean
    image: string | null
    created_at: Instant
    updated_at: Instant
    two_factor_enabled: boolean | null
    disabled_at: Instant | null
  }
  sessions: {
    id: string
    expires_at: Instant
    token: string
    created_at: Instant
    updated_at: Instant
    /** Only the network prefix, `203.0.113.0/24`. */
    ip_address: string | null
    user_agent: string | null
    user_id: string
  }
  identities: {
    id: string
    account_id: string
    /** `credential` for a password, otherwise an identity provider's id. */
    provider_id: string
    user_id: string
    scope: string | null
    password: string | null
    created_at: Instant
    updated_at: Instant
  }
  verifications: { id: string; identifier: string; value: string; expires_at: Instant; created_at: Instant; updated_at: Instant }
  second_factors: { id: string; secret: string; backup_codes: string; user_id: string; verified: boolean | null }
  passkeys: {
    id: string
    name: string | null
    public_key: string
    user_id: string
    credential_id: string
    counter: number
    device_type: string
    backed_up: boolean
    created_at: Instant | null
  }
  signing_keys: { id: string; public_key: string; private_key: string; created_at: Instant; expires_at: Instant | null }
  rate_limits: { id: string; key: string; count: number; last_request: number }
  user_profiles: {
    id: string
    is_admin: Generated<boolean>
    email_notifications: Generated<boolean>
    study_reminders: Generated<boolean>
    /** 1 for Monday to 7 for Sunday. */
    reminder_days: ColumnType<number[], string | undefined, string>
    reminder_hour: Generated<number>
    /** `Intl` name: `Europe/Paris`. */
    time_zone: Generated<string>
    time_zone_chosen: Generated<boolean>
    reminders_set_at: Instant | null
    reminded_on: string | null
    summarized_on: string | null
    daily_questions: Generated<number>
    extra_time: Generated<number>
    /** Questions a day; `null` without a goal. */
    daily_goal: number | null
    language: Generated<string>
    /** Empty when the member is not sure yet, `null` until the member has answered. */
    preparing_for: string | null
  }
  known_devices: { id: string; user_id: string; token_hash: string; seen_at: Instant }
  rate_limit_counts: { key: string; count: number; window_ends_at: Instant }
}
