import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = process.env['DEV_API'] ?? 'http://127.0.0.1:8080'

/** The lender’s desk: a script, one for each page of few people, and one style sheet; the browser keeps them for a year. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets/desk',
    target: ['chrome109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    cssCodeSplit: false,
  },
  // The server answers staff at the desk's host alone: open http://desk.localhost:5174
  server: { port: 5174, strictPort: true, proxy: { '/fssapi': API, '/dev': API } },
})
