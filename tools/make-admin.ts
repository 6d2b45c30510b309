/** `npm run make-admin -- EMAIL`: makes the account with this address an administrator. The server may be running. */
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'
import { transact } from '#server/db/transact.ts'

type Outcome = Awaited<ReturnType<typeof grantAdministrator>>

await runCommand(async (config, [email, ...more]) => {
  if (!email || more.length > 0) throw new CommandProblem('Name the account: npm run make-admin -- EMAIL')
  await withDatabaseOrServer(
    config,
    async ({ db }) => say(email, await transact(db, (transaction) => grantAdministrator(transaction, email))),
    { command: 'make-admin', body: { email } },
    async (answer) => say(email, (answer as { json: Outcome }).json),
  )
})

function say(email: string, outcome: Outcome): void {
  switch (outcome) {
    case 'made':
      console.log(`${email} is now an administrator.`)
      return
    case 'already':
      console.log(`${email} is already an administrator.`)
      return
    case 'unknown':
      throw new CommandProblem(`There is no account with the address ${email}. Sign up first, then run this command again.`)
  }
}
