import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Whoever practises needs none of this; only the header asks who is signed in. */
const accounts =
  /[\\/]src[\\/]web[\\/](?:(?:account[\\/](?!auth-provider)|profile[\\/](?!theme)|admin[\\/])|text[\\/]en[\\/](?:account|profile|admin)\.|ui[\\/](?:field|notice|submit-button)\.)/

const sources = /[\\/]src[\\/]/

export default defineConfig({
  plugins: [reactRouter()],
  // Its folder imports are not what Node resolves, so it goes into the server build.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
  // Small images inside style sheets would need `data:` in the content policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files rather than many small ones: what every page needs, what the pages of accounts share, and what others share.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
            { name: 'shared', test: (id) => sources.test(id) && !accounts.test(id), minShareCount: 2, priority: 2 },
            { name: 'accounts', test: accounts, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
