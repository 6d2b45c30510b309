/**
 * Kysely's dialect, without any session state. A connection pooler in transaction mode, such as PgBouncer, may give each transaction a
 * different connection to the server, and a lock or setting of a session would remain on the earlier one.
 */
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'

/** Settings of the server by name, for each transaction: `{ statement_timeout: 8000 }`. */
export type TransactionVariables = Readonly<Record<string, number>>

export class PooledDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #variables: TransactionVariables

  constructor(pool: Pool, variables: TransactionVariables) {
    super({ pool })
    this.#pool = pool
    this.#variables = variables
  }

  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock()
  }

  override createDriver(): Driver {
    return new DriverWithVariables(this.#pool, this.#variables)
  }
}

/** Kysely would take a lock for the session. `migrate.ts` takes one for the transaction instead. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class DriverWithVariables extends PostgresDriver {
  readonly #statement: string

  constructor(pool: Pool, variables: TransactionVariables) {
    super({ pool })
    this.#statement = Object.entries(variables)
      .map(([name, value]) => `set local ${name} = ${value};`)
      .join(' ')
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    if (this.#statement) await connection.executeQuery(CompiledQuery.raw(this.#statement))
  }
}
