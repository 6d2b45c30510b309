import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Whoever practises needs none of this; only the header asks who is signed in. */
const accounts =
  /[\\/]src[\\/]web[\\/](?:accounts[\\/](?!auth-provider|sign-out-)|profile[\\/]|progress[\\/]|exam-dates[\\/]|settings[\\/](?!theme\.)|layout[\\/]profile-page|text[\\/]en[\\/](?:accounts|profile|progress|settings)\.)/

/** For administrators alone. What the editors stand on is left out: it comes when one of them is opened. */
const administration = /[\\/]src[\\/]web[\\/](?:admin[\\/](?!bank[\\/]editor)|text[\\/]en[\\/](?:admin|bank|catalogue-admin|images)\.)/

/** Editors, their words and their looks. */
const editors = /[\\/]src[\\/](?:exam[\\/]bank-|web[\\/](?:admin[\\/]bank[\\/]editor|(?:text[\\/]en[\\/]question-|styles[\\/])editor\.))/

/** Building sets and the daily review, and what they stand on. */
const reviews = /[\\/]src[\\/](?:exam[\\/](?:knowledge|custom-set|local-day)\.|web[\\/](?:review[\\/]|text[\\/]en[\\/]review\.))/

/** Keeping exams on the device. What each page does for the worker is not in here. */
const offline = /[\\/]src[\\/]web[\\/](?:offline[\\/](?!worker\.)|text[\\/]en[\\/]offline\.)/

/** Saving for those who are signed in. It comes when somebody is. */
const members =
  /[\\/]src[\\/]web[\\/](?:accounts[\\/]sign-out-dialog\.|practice[\\/]attempt[\\/](?:adoption|attempt-notices)\.|sync[\\/](?:clear-device-on-sign-out|move-sender|sync)\.|text[\\/]en[\\/]saving\.)/

/** Questions on screen: for runs, and for reading them again. What the home page shows of one is left out. */
const practice =
  /[\\/]src[\\/](?:exam[\\/](?:arrangement|help|results)\.|web[\\/](?:practice[\\/](?:question[\\/](?!choice-options|explanation|drag-and-drop)|attempt[\\/](?!adoption|attempt-notices)|results[\\/](?!account-result))|sync[\\/]attempt-controller\.))/

/** Dragging. It comes when there is something to drag. */
const drops = /[\\/]src[\\/]web[\\/]practice[\\/]question[\\/]drag-and-drop\./

/** Results that are shown to others. */
const sharing = /[\\/]src[\\/]web[\\/](?:sharing[\\/](?!share-link)|text[\\/]en[\\/]sharing\.)/

/** Simulations, and what is said of their points elsewhere. */
const simulations = /[\\/]src[\\/]web[\\/](?:simulation[\\/]|text[\\/]en[\\/]simulation\.)/

const sources = /[\\/]src[\\/]/

/** What only some pages need, and those pages share. */
const few = [accounts, administration, editors, offline, members, reviews, practice, drops, sharing, simulations]

const isForFew = (id: string) => few.some((some) => some.test(id))

export default defineConfig({
  plugins: [reactRouter()],
  // Its folder imports are not what Node resolves, so it goes into the server build.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
  // Small images inside style sheets would need `data:` in the content policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files rather than many small ones: what every page needs, what the pages of accounts share, what
        // those of the administration share, those of reviews and of simulations, and what others share.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
            { name: 'shared', test: (id) => sources.test(id) && !isForFew(id), minShareCount: 2, priority: 2 },
            { name: 'drops', test: drops, priority: 1 },
            { name: 'practice', test: practice, minShareCount: 2, priority: 1 },
            { name: 'members', test: members, priority: 1 },
            { name: 'accounts', test: accounts, minShareCount: 2, priority: 1 },
            { name: 'administration', test: administration, minShareCount: 2, priority: 1 },
            { name: 'reviews', test: reviews, minShareCount: 2, priority: 1 },
            { name: 'offline', test: offline, minShareCount: 2, priority: 1 },
            { name: 'simulations', test: simulations, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
