import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { oneLanguage } from './plugins/one-language.ts'
import { writePageChunks } from './plugins/page-chunks.ts'

const OUTPUT = fileURLToPath(new URL('dist', import.meta.url))
const API = process.env['DEV_API'] ?? 'http://127.0.0.1:8080'
/** What every page needs besides React: the frame, its components, the client, the texts. */
const FRAME = [
  /apps[\\/]web[\\/]src[\\/](?:app[\\/](?!after-paint|in-slices|link-rows|mirror|use-persisted|chunked|origination|place|query-view|step-|use-debounced|wire-text)|messages[\\/]|storage[\\/]stored|time[\\/](?:device|server-clock))/,
  /apps[\\/]web[\\/]src[\\/](?:features[\\/]error[\\/](?:error-view|messages)|main\.tsx)/,
  /apps[\\/]web[\\/]src[\\/]api-client[\\/](?!with-queries|document-file|send-with-progress)/,
  /packages[\\/]ui[\\/]src[\\/](?:action-bar|banner|button|card|checkbox|countdown|dialog|error-summary|field|footer)[\\/]/,
  /packages[\\/]ui[\\/]src[\\/](?:icon|loading-overlay|page|password-input|skip-link|state-picture|text-input|theme|act)[\\/]/,
  /domain[\\/]src[\\/](?:assert|format[\\/]phone|form[\\/]form-value|portfolios[\\/]localized|time[\\/](?:durations|server-clock))/,
  /contract[\\/]src[\\/](?:reaction-table|route-table)/,
  /domain[\\/]src[\\/]identity[\\/](?:codes|plain-line|printed-letters)/,
  /preload-helper/,
  /form-engine[\\/](?:after-press|use-simple-form)/,
  /form[\\/]rules[\\/](?:account|presence|rule)\.ts/,
  /node_modules[\\/](?:wouter|regexparam)[\\/]/,
]
/** What comes when the page has been painted. */
const AFTER_PAINT = [
  /app[\\/]after-paint[\\/](?!live-events)/,
  /packages[\\/]ui[\\/]src[\\/](?:popup|snackbar)[\\/]/,
  /domain[\\/]src[\\/]tracking[\\/]/,
]
/** What the pages before sign-in share. */
const IDENTITY = [
  /features[\\/]identity[\\/](?:email-field|enter|field-rules|messages|password-field|resend|send-|stopped-view)/,
  /form[\\/]password-policy/,
]
/** Signing in, with the code that it may ask for. */
const SIGN_IN = [/features[\\/]identity[\\/](?:code-step|sign-in-form|sign-in-page)/]
/** What a mailed link leads to: a new account or a new password. */
const NEW_PASSWORD = [
  /features[\\/]identity[\\/](?:create-account|reset-password|link-gate|password-checklist|password-messages|username-field)/,
]
/** What the consents of create-account share with the forms of an application. */
const CONSENTS = [
  /form-engine[\\/](?:messages|control-messages|form-errors|consent-choices|records-proof)/,
  /domain[\\/]src[\\/]consent/,
  /packages[\\/]ui[\\/]src[\\/](?:folded|afterwards)[\\/]/,
  /api-client[\\/]document-file/,
]
/**
 * What the pages behind sign-in share: components, the cache, and what is around one loan. In one piece, because every
 * request more waits for a connection.
 */
const SIGNED_IN = [
  /node_modules[\\/]@tanstack[\\/]/,
  /api-client[\\/]with-queries/,
  /app[\\/](?:in-slices|use-persisted|query-view)/,
  /packages[\\/]ui[\\/]src[\\/](?!picture-code|tabs|pill|lead-amount|figure-rows)/,
  /apps[\\/]web[\\/]src[\\/](?:channel|features[\\/]loans)[\\/]/,
  /features[\\/]applications[\\/](?:application-view|reading-failed-here)/,
  /features[\\/]plans[\\/]schedule-(?:messages|picture|why)/,
  /contract[\\/]src[\\/]channel/,
  /apps[\\/]web[\\/]src[\\/]app[\\/](?:link-rows|step-heading|place|use-debounced|wire-text)/,
  /apps[\\/]web[\\/]src[\\/](?:time[\\/]instant|storage[\\/]encrypted|form-engine[\\/](?:draft|form-today))/,
  /node_modules[\\/]idb-keyval[\\/]/,
  /domain[\\/]src[\\/](?:time[\\/]|calendar[\\/]local-date)/,
  /domain[\\/]src[\\/](?:applications[\\/](?!typed-pay)|(?:identity|loans|channel|money|payments)[\\/])/,
  /domain[\\/]src[\\/]format[\\/](?!phone)/,
  /domain[\\/]src[\\/](?:verification[\\/]ibv-status|documents[\\/]document-type|calendar[\\/]payroll-frequency|form[\\/]form-action-mode)/,
]
/** What home and the pages of a loan share: its papers, its standing, what can be asked for or is to be done. */
const SERVICING = [
  /packages[\\/]ui[\\/]src[\\/](?:tabs|pill|lead-amount|figure-rows)[\\/]/,
  /apps[\\/]web[\\/]src[\\/]time[\\/]month-days/,
  /features[\\/]documents[\\/](?:document-list|list-messages|notice-list|documents\.module|requested-documents)/,
  /features[\\/](?:disbursement[\\/]terms-again|verification[\\/]link-bank-again-later)/,
  /features[\\/]servicing[\\/](?:change-kinds|change-receipt|change-to-sign|pay-now|loan-status-messages|loan-status-view|messages|moment-text|overdue-help|status-notes|undo-change|receipt-messages|until-known)/,
]
/** The way to an agreement, and its words. */
const AGREEMENT = [/features[\\/]agreements[\\/](?:prepare-agreement|messages|own-address)/]
/** A day to choose, wherever there is one: typed, or from the calendar with its reasons. */
const DAYS = [/form-engine[\\/](?:calendar-|day-reasons|offered-days)/]
/** Guidance and the four application routes: their flow and the form engine under it. */
const APPLICATION = [
  /features[\\/]applications[\\/](?!account-gate|answer-rows|answered-section|apply-again|begin-|confirm-|guidance-page|identity-gate|loan-agreement|pay-rows|summary-|tracker-|use-ask-amount)/,
  /app[\\/](?:chunked|origination-screens)/,
  /form-engine[\\/](?!said-back|conflict-)/,
  /domain[\\/]src[\\/]form[\\/]/,
]
const oneOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))
/** In development the running server's own page head brings the brand, so that both serve the same boot data. */
function bootFromServer(): Plugin {
  return {
    name: 'boot-from-server',
    apply: 'serve',
    async transformIndexHtml(html) {
      const page = await fetch(API, { headers: { accept: 'text/html' } }).then((answer) => answer.text())
      const style = /<style nonce[^>]*>[\s\S]*?<\/style>/.exec(page)?.[0].replace(/ nonce="[^"]*"/, '') ?? ''
      const boot = /<script type="application\/json" id="boot"[^>]*>[\s\S]*?<\/script>/.exec(page)?.[0] ?? ''
      return html.replace('<!--dolphin:boot-->', style + boot)
    },
  }
}

/** One language to a build, named by its mode; the first build empties the folder (package.json). */
export default defineConfig(({ mode }) => ({
  plugins: [react(), oneLanguage(mode), writePageChunks(mode), bootFromServer()],
  resolve: {
    // React has had this hook of its own since 18; the router still brings a stand-in for older ones
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: OUTPUT,
    emptyOutDir: mode === 'en',
    target: ['chrome109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // The frame names every chunk, and a hash does not compress: seven hex digits tell builds apart
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Few requests before the first page can be used: what most pages share comes in one piece
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
            },
            { name: 'frame', test: oneOf(FRAME) },
            { name: 'after-paint', test: oneOf(AFTER_PAINT) },
            { name: 'identity', test: oneOf(IDENTITY) },
            { name: 'sign-in', test: oneOf(SIGN_IN) },
            { name: 'new-password', test: oneOf(NEW_PASSWORD) },
            { name: 'consents', test: oneOf(CONSENTS) },
            { name: 'signed-in', test: oneOf(SIGNED_IN) },
            { name: 'servicing', test: oneOf(SERVICING) },
            { name: 'agreement', test: oneOf(AGREEMENT) },
            { name: 'days', test: oneOf(DAYS) },
            { name: 'application', test: oneOf(APPLICATION) },
            { name: 'plans', test: /features[\\/]plans[\\/]/ },
            { name: 'unread', test: /features[\\/]messages[\\/](?:unread|thread-heads)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/fssapi': API,
      '/dev': API,
      '/portfolios': API,
      '/channel': { target: API, ws: true },
    },
  },
}))
