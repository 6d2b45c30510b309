/**
 * Damaged files of the embedded database. PostgreSQL notices damage only when a statement reads it, and only that statement fails.
 *
 * | code | example |
 * |---|---|
 * | `XX001` | `invalid page in block 0 of relation "base/5/16384"` |
 * | `XX002` | `index "notes_pkey" contains unexpected zero page at block 1` |
 * | `58P01`, for a file of the database | `could not open file "base/5/16384": No such file or directory` |
 */
import type { Log } from '#server/log.ts'

type DamageWatch = {
  /** Whether a statement has found damage since the start. */
  isDamaged: () => boolean
  /** Logs the first error that reports damage. Other errors are ignored. */
  reportFailure: (failure: StatementFailure) => void
}

/** An error as PostgreSQL reports it. */
export type StatementFailure = { code?: string | undefined; message?: string | undefined }

export function watchDamage(folder: string, log: Log): DamageWatch {
  let isDamaged = false
  return {
    isDamaged: () => isDamaged,
    reportFailure: (failure) => {
      if (isDamaged || !reportsDamage(failure)) return
      isDamaged = true
      const context = { folder, errorCode: failure.code, reason: failure.message }
      log.error(context, 'The database is damaged, so some requests fail; stop the server and restore a backup')
    },
  }
}

function reportsDamage({ code = '', message = '' }: StatementFailure): boolean {
  return code === 'XX001' || code === 'XX002' || (code === '58P01' && /"(?:base|global|pg_\w+)\//.test(message))
}
