/** What other areas may use. */
export { contactMail } from './account-messages.ts'
export { openAccounts } from './accounts.ts'
export type { Accounts } from './accounts.ts'
export { authPath } from './auth.ts'
export type { Auth } from './auth.ts'
export { handleAuthRequest, callAuth } from './call-auth.ts'
export type { AuthResult } from './call-auth.ts'
export { findProviderByEmail, readIdentityProviders } from './identity-providers.ts'
export { invitePerson, createAccountLink } from './invitations.ts'
export type { AccountLinkKind, AccountLinkRefusal } from './invitations.ts'
export { readMyData } from './my-data.ts'
export { findSessionToken, isLastIdentity, isLastPasskey, readOwnAccount, deleteOwnAccount } from './own-account.ts'
export type { OwnAccount } from './own-account.ts'
export { passwordLengthMax, passwordLengthMin, findPasswordWeaknesses } from './passwords.ts'
export {
  changePerson,
  findPerson,
  hasAccounts,
  isAdministrator,
  isLastAdministrator,
  lockAdministrator,
  listPersonAudit,
  listPeople,
  listSignInMethods,
  grantAdministrator,
} from './people.ts'
export type { Person, PersonAuditLine } from './people.ts'
export { accountUpkeep } from './upkeep.ts'
export { readViewer } from './viewer.ts'
export type { ReadViewer, Viewer } from './viewer.ts'
