
  import { sql } from 'kysely'
  import { openDatabase } from '#server/db/database.ts'
  import { createLog } from '#server/log.ts'
  const { db } = await openDatabase({ dataDir: process.argv[2], databaseUrl: undefined }, createLog('silent'))
  await sql`create table if not exists notes (id integer primary key)`.execute(db)
  const { rows } = await sql`select coalesce(max(id), 0)::int as last from notes`.execute(db)
  for (let id = rows[0].last + 1; ; id++) {
    await sql`insert into notes values (${id})`.execute(db)
    console.log(id)
  }
