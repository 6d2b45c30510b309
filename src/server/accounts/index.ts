/** The public API of this area. */
export { contactMail } from './account-messages.ts'
export { openAccounts, type Accounts } from './accounts.ts'
export { authPath, type Auth } from './auth.ts'
export { formatDeviceName } from './devices.ts'
export { handleAuthRequest, callAuth, forgetSession, type AuthResult } from './call-auth.ts'
export { findProviderByEmail, readIdentityProviders } from './identity-providers.ts'
export { invitePerson, createAccountLink, type AccountLinkKind, type AccountLinkRefusal } from './invitations.ts'
export {
  findSessionToken,
  isLastIdentity,
  isLastPasskey,
  readOwnAccount,
  deleteOwnAccount,
  passwordProviderId,
  type OwnAccount,
} from './own-account.ts'
export { findPasswordWeaknesses } from './passwords.ts'
export { grantAdministrator, isLastAdministrator } from './administrators.ts'
export { changePerson } from './change-person.ts'
export {
  findPerson,
  findUserByEmail,
  hasAccounts,
  listPeople,
  listPersonAudit,
  listSignInMethods,
  searchedPartLengthMin,
  type Person,
  type PersonAuditLine,
} from './people.ts'
export { accountMaintenance } from './maintenance.ts'
export { findViewerId, isSessionOf, readViewer, recallSession, type RecentSession, type ReadViewer, type Viewer } from './viewer.ts'
