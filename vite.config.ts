import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Its folder imports are not what Node resolves, so it goes into the server build.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
  // Small images inside style sheets would need `data:` in the content policy.
  build: { assetsInlineLimit: 0 },
})
