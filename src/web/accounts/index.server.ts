/** Server-only functions that other areas may use. */
export { handleProfileAction } from './profile/profile-actions.ts'
export { findViewer, requireAdministrator, getAdministrator, getRecentlyAuthenticatedViewer, getViewer, provideViewer } from './viewer.ts'
