import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Whoever practises needs none of this; only the header asks who is signed in. */
const accounts =
  /[\\/]src[\\/]web[\\/](?:account[\\/](?!auth-provider|known-member|sign-out-)|profile[\\/](?!theme)|text[\\/]en[\\/](?:account|profile)\.|ui[\\/](?:field|notice|submit-button)\.)/

/** For administrators alone. What the editors stand on is left out: it comes when one of them is opened. */
const administration =
  /[\\/]src[\\/]web[\\/](?:admin[\\/](?!question-bank[\\/]editor)|text[\\/]en[\\/](?:admin|bank|catalogue-admin|images)\.)/

/** Editors, their words and their looks, and what only the exam uses besides. */
const editors =
  /[\\/]src[\\/](?:exam[\\/]bank-|web[\\/](?:admin[\\/]question-bank[\\/]editor|(?:text[\\/]en[\\/]question-|styles[\\/])editor\.|exam[\\/]use-drops\.))/

/** Building sets and the daily review, and what they stand on. */
const reviews = /[\\/]src[\\/](?:exam[\\/](?:knowledge|own-set|simulation|local-day)\.|web[\\/](?:review[\\/]|text[\\/]en[\\/]review\.))/

/** Keeping exams on the device. What each page does for the worker is not in here. */
const offline = /[\\/]src[\\/]web[\\/](?:offline[\\/](?!worker\.)|text[\\/]en[\\/]offline\.)/

/** Saving for those who are signed in. It comes when somebody is. */
const members =
  /[\\/]src[\\/]web[\\/](?:account[\\/]sign-out-dialog\.|exam[\\/](?:adoption|leave|run-notices|run-sender|sent-moves)\.|text[\\/]en[\\/]saving\.)/

const sources = /[\\/]src[\\/]/

const isForFew = (id: string) => [accounts, administration, editors, offline, members, reviews].some((few) => few.test(id))

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
        // those of the administration share, those of reviews, and what others share.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
            { name: 'shared', test: (id) => sources.test(id) && !isForFew(id), minShareCount: 2, priority: 2 },
            { name: 'members', test: members, priority: 1 },
            { name: 'accounts', test: accounts, minShareCount: 2, priority: 1 },
            { name: 'administration', test: administration, minShareCount: 2, priority: 1 },
            { name: 'reviews', test: reviews, minShareCount: 2, priority: 1 },
            { name: 'offline', test: offline, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
