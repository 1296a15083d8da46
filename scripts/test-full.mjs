import { runCommand } from './parts/run-command.mjs'
import { main } from './setup/step.mjs'

const HELP = `npm run test:full: everything that is shown before an issue is called resolved, in an hour on two cores: what npm test
shows, and the embedded suite whole, every journey, every browser test, nodes, kills at every fault point, seeds, seeded
defects, requests and files made up, canary, backup, mutation of what changed.

  --only <part,part>  these parts alone, also those that passed before
  --fresh             runs every part anew
  --list              prints the parts, and stops
  --help
  TEST_DATABASE_URL, CHROMIUM: as in npm test

A run that was stopped goes on with the parts that have not passed, as long as no file has changed; .cache/test-full.json
keeps which those are. What each part printed lies in test-results/full.`

const FULL = { command: 'full', help: HELP, env: { TEST_EFFORT: 'full' }, keeps: true }

await main(async () => runCommand(FULL, process.argv.slice(2)))
