import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The screens of /dev/screens, in a build and a folder of their own with both languages: no byte of them, and of
 * what only they use, reaches a page of the product.
 */
export default defineConfig({
  base: '/dev/screens/',
  plugins: [react()],
  publicDir: false,
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: fileURLToPath(new URL('dist-screens', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: fileURLToPath(new URL('screens.html', import.meta.url)) },
  },
})
