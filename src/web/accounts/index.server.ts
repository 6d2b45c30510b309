/** The public API of this area for server code. */
export { handleProfileAction } from './profile/profile-actions.ts'
export { checkAdministrator } from './check-administrator.ts'
export {
  findViewer,
  findViewerOfPage,
  requireAdministrator,
  getAdministrator,
  getRecentlyAuthenticatedViewer,
  getViewer,
  provideViewer,
} from './viewer.ts'
