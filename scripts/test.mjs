import { runCommand } from './parts/run-command.mjs'
import { main } from './setup/step.mjs'

const HELP = `npm test: what must pass before a change is merged, in ten minutes on two cores.

  --only <part,part>  these parts alone
  --list              prints the parts, and stops
  --help
  TEST_DATABASE_URL   a PostgreSQL server to use instead of one started for this run
  CHROMIUM            the browser to use

Installs what it needs (packages, browser, pdfsig, PostgreSQL) or says how to get it. What each part printed lies in
test-results/test. The exit code is 1 where a test failed or was skipped. npm run test:full shows the rest.`

await main(async () =>
  runCommand({ command: 'test', help: HELP, env: {}, keeps: false }, process.argv.slice(2)),
)
