import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Its folder imports are not what Node resolves, so it goes into the server build.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
  // Small images inside style sheets would need `data:` in the content policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files rather than many small ones: what every page needs, and what several pages share.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
            { name: 'shared', test: /[\\/]src[\\/]/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
