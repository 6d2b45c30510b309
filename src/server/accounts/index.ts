/** What other areas may use. */
export { contactMail } from './account-messages.ts'
export { openAccounts } from './accounts.ts'
export type { Accounts } from './accounts.ts'
export { authPath } from './auth.ts'
export type { Auth } from './auth.ts'
export { answerAuth, callAuth } from './call-auth.ts'
export type { AuthAnswer } from './call-auth.ts'
export { findProviderOf, readIdentityProviders } from './identity-providers.ts'
export { invitePerson, makeLink } from './invitations.ts'
export type { LinkKind, LinkRefusal } from './invitations.ts'
export { readMyData } from './my-data.ts'
export { findSessionToken, isLastIdentity, isLastPasskey, readOwnAccount, removeOwnAccount } from './own-account.ts'
export type { OwnAccount } from './own-account.ts'
export { passwordLengthMax, passwordLengthMin, weaknessesOf } from './passwords.ts'
export {
  changePerson,
  findPerson,
  hasAccounts,
  isAdministrator,
  isLastAdministrator,
  isLastingAdministrator,
  listAudit,
  listPeople,
  listWaysIn,
  makeAdministrator,
} from './people.ts'
export type { Person, PersonAuditLine } from './people.ts'
export { accountUpkeep } from './upkeep.ts'
export { readViewer } from './viewer.ts'
export type { ReadViewer, Viewer } from './viewer.ts'
