import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'src/web/public',
  build: {
    assetsInlineLimit: 0,
    // The domain's schemas are made of these pure calls; the browser uses none of them.
    rolldownOptions: { treeshake: { manualPureFunctions: ['Type', 'literals'] } },
  },
})
