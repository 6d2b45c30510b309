/** Server-only functions that other areas may use. */
export { handleProfileAction } from './profile/profile-actions.ts'
export { findViewer, forAdministrators, getAdministrator, getFreshViewer, getViewer, rememberViewer } from './viewer.ts'
