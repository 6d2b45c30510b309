/** `npm run make-admin -- EMAIL`: makes the person with this address an administrator, while the server runs or not. */
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

type Outcome = Awaited<ReturnType<typeof grantAdministrator>>

await runCommand(async (config, [email, ...more]) => {
  if (!email || more.length > 0) throw new CommandProblem('Say who: npm run make-admin -- EMAIL')
  await withDatabaseOrServer(
    config,
    async ({ db }) =>
      say(
        email,
        await db
          .transaction()
          .execute((transaction) => grantAdministrator(transaction, email))
          .catch(unknownWithoutTables),
      ),
    { command: 'make-admin', body: { email } },
    async (answer) => say(email, (answer as { json: Outcome }).json),
  )
})

function say(email: string, outcome: Outcome): void {
  switch (outcome) {
    case 'made':
      console.log(`${email} is an administrator now.`)
      return
    case 'already':
      console.log(`${email} is an administrator already.`)
      return
    case 'unknown':
      throw new CommandProblem(`There is no account with the address ${email}. Sign up first, then run this again.`)
  }
}

const undefinedTable = '42P01'

/** A database that no server of this version has opened has no accounts. */
function unknownWithoutTables(error: unknown): Outcome {
  if ((error as { code?: string }).code === undefinedTable) return 'unknown'
  throw error
}
