import { NIGHTLY_PARTS } from '../proof/nightly-parts.mjs'

/**
 * Every part of the proof, and which command runs it: `npm test` (`test`), `npm run test:full` (`full`),
 * `npm run proof -- --nightly` (`nightly`). What belongs to a command stands here and nowhere else.
 *
 * @typedef {object} Command
 * @property {'vitest' | 'playwright' | 'script'} runner the first two report each test; a script is judged by its exit code
 * @property {string[]} args
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} shows what is known once it has passed
 * @property {readonly Command[]} [test] in `npm test`
 * @property {readonly Command[]} [full] in `npm run test:full`, with TEST_EFFORT=full
 * @property {import('../proof/nightly-parts.mjs').NightlyPart} [nightly] with its long figure
 * @property {readonly Need[]} [needs] what has to be there: an outside program, or the build
 * @property {readonly string[]} [after] parts that come before it where they are run too
 * @property {boolean} [alone] nothing runs beside it: it tells of load
 * @property {boolean} [always] costs nothing where nothing has changed, and what it makes may be gone
 *
 * @typedef {'build' | 'postgres' | 'embedded' | 'browser' | 'pdfsig' | 'openssl' | 'haproxy' | 'prometheus' | 'promtool' | 'sshd' | 'pgbouncer' | 'faketime'} Need
 */

const vitest = (project, ...files) => ({ runner: 'vitest', args: ['--project', project, ...files] })
const browser = (config, ...args) => ({ runner: 'playwright', args: ['-c', config, ...args] })
const script = (words) => ({ runner: 'script', args: words.split(' ') })

/** The same in both commands. */
const inBoth = (...commands) => ({ test: commands, full: commands })

/** Tests that take long; how much each of them does depends on TEST_EFFORT. */
const ASSURANCE = 'tools/assurance'
const proof = (file) => vitest('proof', file)

const VERIFIERS = ['pdfsig', 'openssl']
const IN_BROWSER = ['build', 'postgres', 'browser', ...VERIFIERS]
/** Programs of the tests lie beside the built server, and a build begins with an empty folder. */
const PROGRAM = ['build', 'postgres']

/** From the first mail to the first payment, an extra payment, a killed server, what a bank refuses, two of the staff. */
const MAIN_JOURNEYS = ['loan', 'repayment', 'nothing-is-lost', 'sad-paths', 'staff'].map(
  (name) => `/${name}.journey`,
)

const nightly = (name) => NIGHTLY_PARTS.find((part) => part.name === name)

/** @type {readonly Part[]} in the order in which they begin, as far as there is room */
export const PARTS = [
  {
    name: 'build',
    shows: 'pages and server are built; each page weighs what it may',
    ...inBoth(script('build.mjs'), script('bench.mjs sizes --strict')),
    always: true,
  },
  {
    name: 'static',
    shows: 'types, lint, format, dead code',
    ...inBoth(script('check.mjs --no-tests')),
  },
  {
    name: 'postgresql',
    shows: 'the database suite on PostgreSQL: every call, money, refusals, the access matrix',
    ...inBoth(vitest('postgresql')),
    needs: ['postgres', ...VERIFIERS],
  },
  {
    name: 'unit',
    shows: 'what is true without a database; edited files for the readers of files',
    ...inBoth(vitest('unit')),
    needs: VERIFIERS,
  },
  { name: 'components', shows: 'the interface in a document object model', ...inBoth(vitest('components*')) },
  {
    name: 'thin-embedded',
    shows: 'the embedded database: driver, job queue, files, one whole loan',
    ...inBoth(vitest('thin-embedded')),
    needs: ['embedded', ...VERIFIERS],
  },
  {
    name: 'journeys',
    shows: 'borrowers and staff on their way through the built product, in a browser',
    test: [browser('playwright.config.ts', ...MAIN_JOURNEYS)],
    full: [browser('playwright.config.ts')],
    needs: IN_BROWSER,
  },
  {
    name: 'axe',
    shows: 'axe finds nothing on the screens of the main journey; a page loads one language',
    test: [browser('tests/ux/ux.config.ts', '--grep', '@quick')],
    needs: IN_BROWSER,
  },
  {
    name: 'kills',
    shows: 'the lender killed at fault points: nothing lost, nothing done twice',
    ...inBoth(proof(`${ASSURANCE}/crash-tests/crash-proof.proof.test.ts`)),
    needs: PROGRAM,
    nightly: nightly('kills'),
  },
  {
    name: 'settlement-kills',
    shows: 'killed in the middle of a settlement of several loans',
    full: [proof('tools/assurance/crash-tests/crash-safety.proof.test.ts')],
    needs: [...PROGRAM, ...VERIFIERS],
  },
  {
    name: 'database-kills',
    shows: 'PostgreSQL killed with the lender',
    full: [proof(`${ASSURANCE}/crash-tests/database-kills.proof.test.ts`)],
    needs: PROGRAM,
    nightly: nightly('database-kills'),
  },
  {
    name: 'seeds',
    shows: 'simulated lenders live whole days, one seed after the other',
    ...inBoth(proof(`${ASSURANCE}/simulator/seeds.proof.test.ts`)),
    needs: PROGRAM,
    nightly: nightly('seeds'),
  },
  {
    name: 'random-life',
    shows: 'one loan through whatever comes after whatever: no loan stranded, the books agree',
    ...inBoth(proof('tools/assurance/random-life/random-life.proof.test.ts')),
    needs: [...PROGRAM, ...VERIFIERS],
  },
  {
    name: 'attacker',
    shows: 'a thief of ended sessions, old links and used keys is shown nothing and changes nothing',
    ...inBoth(proof(`${ASSURANCE}/attacker/attacker-life.proof.test.ts`)),
    needs: [...PROGRAM, ...VERIFIERS],
  },
  {
    name: 'calls',
    shows: 'each call of the contract: every refusal, every kind of actor, an answer that follows a change',
    ...inBoth(script('call-coverage.mjs')),
    after: ['postgresql', 'unit'],
  },
  {
    name: 'fuzz',
    shows: 'requests that are not as they should be, to every call',
    ...inBoth(proof(`${ASSURANCE}/fuzz/fuzz.proof.test.ts`)),
    needs: PROGRAM,
    nightly: nightly('fuzz'),
  },
  {
    name: 'embedded',
    shows: 'the database suite whole on the embedded database',
    full: [vitest('embedded')],
    needs: ['embedded', ...VERIFIERS],
  },
  {
    name: 'ux',
    shows: 'what a borrower meets: access, languages, widths, keyboard, shell, forms, money pages',
    full: [browser('tests/ux/ux.config.ts', '--grep-invert', '@quick-only')],
    needs: IN_BROWSER,
  },
  {
    name: 'faulty-days',
    shows:
      'simulated lives with kills, late files, repeated files and refused mail; with rows that are spread; in three servers as cells; the demonstration whole',
    full: [
      vitest(
        'proof',
        `${ASSURANCE}/simulator/simulation.proof.test.ts`,
        `${ASSURANCE}/simulator/spread-rows.proof.test.ts`,
        `${ASSURANCE}/simulator/cells.proof.test.ts`,
        `${ASSURANCE}/demonstration/demonstration.proof.test.ts`,
      ),
    ],
    needs: PROGRAM,
  },
  {
    name: 'plants',
    shows: 'defects planted on purpose are found',
    full: [
      vitest(
        'proof',
        `${ASSURANCE}/simulator/seeded-defects.proof.test.ts`,
        `${ASSURANCE}/crash-tests/seeded-defect.proof.test.ts`,
      ),
    ],
    needs: PROGRAM,
    nightly: nightly('plants'),
  },
  {
    name: 'life-plants',
    shows: 'ways in which a loan was lost before are found by the random life',
    full: [proof(`${ASSURANCE}/random-life/seeded-defects.proof.test.ts`)],
    needs: PROGRAM,
  },
  { name: 'files', shows: 'edited files for minutes', nightly: nightly('files') },
  {
    name: 'access',
    shows: 'a condition on the owner that is left out is missed',
    full: [proof(`${ASSURANCE}/access-proof/access-proof.proof.test.ts`)],
    needs: PROGRAM,
    nightly: nightly('access'),
  },
  {
    name: 'controls',
    shows:
      'each control of docs/security.md and docs/asvs.md that is removed is missed by the tests its rows cite',
    full: [script('proof-controls.mjs')],
    needs: ['postgres', 'promtool', ...VERIFIERS],
  },
  {
    name: 'canary',
    shows: 'nothing of generated people lies where it does not belong',
    full: [proof(`${ASSURANCE}/canary/canary.proof.test.ts`)],
    needs: PROGRAM,
    nightly: nightly('canary'),
  },
  {
    name: 'backup',
    shows: 'backups, what is wrong with them, restoring, moving to PostgreSQL',
    full: [proof('apps/api/src/backup')],
    needs: PROGRAM,
    nightly: nightly('drill'),
  },
  {
    name: 'openssh',
    shows: 'files at a real OpenSSH server: modes, halves, what is still written',
    full: [proof('packages/integrations/src/ach-gateway/openssh.proof.test.ts')],
    needs: ['build', 'sshd'],
  },
  {
    name: 'mutation',
    shows: 'what changed of money, dates and access: its tests notice every change',
    full: [script('proof-mutation.mjs --changed')],
    nightly: nightly('mutation'),
  },
  { name: 'enumeration', shows: 'times tell nothing of an account', nightly: nightly('enumeration') },
  {
    name: 'deployment',
    shows:
      'docs/deploy.md by its own commands: from an empty folder to a funded loan over TLS; the first administrator in a browser; poolers',
    full: [vitest('deployment')],
    needs: ['build', 'postgres', 'haproxy', 'openssl', 'pgbouncer', 'browser', 'faketime'],
    alone: true,
  },
  {
    name: 'nodes',
    shows:
      'several processes behind a balancer; channels held and cut; alerts of a real Prometheus; a mix of requests',
    full: [vitest('nodes')],
    needs: ['build', 'postgres', 'haproxy', 'prometheus', 'promtool'],
    alone: true,
  },
  {
    name: 'upgrade',
    shows: 'the release before serves on beside this one while the schema is upgraded under it',
    full: [vitest('upgrade')],
    needs: ['build', 'postgres'],
    alone: true,
  },
  {
    name: 'lost-primary',
    shows:
      'sessions cut under load; the primary lost and the standby promoted: no answer lost, one file at the bank',
    full: [vitest('lost-primary')],
    needs: ['build', 'postgres', 'haproxy'],
    alone: true,
  },
  { name: 'sockets', shows: 'channels held for half an hour', nightly: nightly('sockets') },
  { name: 'load', shows: 'a mix of requests for half an hour', nightly: nightly('load') },
]

/**
 * The parts of a command.
 * @param {'test' | 'full' | 'nightly'} name
 */
export const partsOf = (name) => PARTS.filter((part) => part[name] !== undefined)
