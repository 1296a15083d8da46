import { runBrowserTests } from './setup/browser-tests.mjs'
import { main, say } from './setup/step.mjs'

const HELP = `npm run test:ux -- [--all] [name …]: what a borrower meets, in a real browser: access, languages, color modes,
widths, keyboard, screen reader, shell, forms, money pages.
  --all     every combination of language, color mode, width and brand, where the plain run takes pairs of them
  name      only the files whose name holds it, as \`npm run test:ux -- keyboard\`
  TEST_DATABASE_URL, CHROMIUM: as in npm test, which runs the tests marked @quick`

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return say(HELP)
  const names = args.filter((arg) => arg !== '--all')
  return runBrowserTests('tests/ux/ux.config.ts', {
    args: ['--grep-invert', '@quick-only', ...names],
    env: { UX_ALL: args.includes('--all') ? '1' : '' },
  })
})
