import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDocumentWorker } from '@dolphin/integrations/document/build-document-worker'
import { buildStatementWorker } from '@dolphin/integrations/statement/build-statement-worker'
import { makeTestDatabase } from '@dolphin/testkit/test-database'
import { FAULT_POINTS, type FaultPoint } from './fault-points.ts'
import { type CrashOutcome, crashAtFaultPoints, type Victim } from './crash-proof.ts'
import { openLenderServer } from './lender-server.ts'
import { type ProofPostgres, startProofPostgres } from './proof-postgres.ts'
import { crashTable, foundLines } from './proof-table.ts'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'

const HELP = `npm run proof -- [options]: kills the lender at every place where a crash could do harm, and proves that none did.

Borrowers live from the signature to a payment that comes back. In each step (sign, mail, batch and hand-over, settlement,
a change, announcement, return) the server's process is killed with SIGKILL at a named mark, or PostgreSQL with it; the
next process starts on what is left and takes the step again. Before and after that: no answer lost, no money moved
twice, ledger whole, every job and notice done.

  --kills <n>           of the process, on PostgreSQL (200)
  --embedded-kills <n>  of the process with the embedded database in it (20)
  --database-kills <n>  of PostgreSQL and the process (10)
  --each-mark           once at every mark on PostgreSQL, and nothing else
  --of <family,family>  at the marks of these alone, as "batch,settlement"
  --mark <mark>         at this mark alone, wherever a step passes it
  --seed <n>            the same seed kills at the same places again (1)
  --plant <defect>      builds the product with a defect, which has to be found
  --plants              with each planted defect in turn; --among a+b these alone
  --nightly             every part of the proof with its nightly figure, one after the other; --nightly --help says more
  --help

Needs PostgreSQL's programs (PG_BIN names their folder where they are not found): the proof starts a server of its own.
The exit code is 1 where anything is amiss or a mark was never hit.`

const OPTIONS = {
  kills: { type: 'string' },
  'embedded-kills': { type: 'string' },
  'database-kills': { type: 'string' },
  'each-mark': { type: 'boolean', default: false },
  of: { type: 'string' },
  mark: { type: 'string' },
  seed: { type: 'string', default: '1' },
  plant: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const USUAL = { kills: 200, 'embedded-kills': 20, 'database-kills': 10 } as const
type Count = keyof typeof USUAL

interface Wish {
  readonly part: string
  readonly victim: Victim
  /** Undefined: once at every mark. */
  readonly kills: number | undefined
}

interface Wishes {
  readonly seed: number
  readonly marks: readonly FaultPoint[]
  /** The defect that was built into this program, if any. */
  readonly plant: string | undefined
  readonly parts: readonly Wish[]
}

const readArguments = (args: readonly string[]) =>
  readOptions(() => parseArgs({ args: [...args], options: OPTIONS }))

function count(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

const familyOf = (faultPoint: FaultPoint): string => faultPoint.split(': ')[0] ?? ''

/** The marks that are asked for: one by its name, those of some families, or all. */
function readMarks({ mark: faultPoint, of }: ReturnType<typeof readArguments>): readonly FaultPoint[] {
  if (faultPoint !== undefined) {
    const found = FAULT_POINTS.filter((one) => one === faultPoint)
    if (found.length > 0) return found
    throw new UsageError(`No mark is called "${faultPoint}". There are:\n${FAULT_POINTS.join('\n')}`)
  }
  const families = [...new Set(FAULT_POINTS.map(familyOf))]
  const wanted = of?.split(',') ?? families
  const unknown = wanted.find((family) => !families.includes(family))
  if (unknown !== undefined)
    throw new UsageError(`No marks are called "${unknown}". There are: ${families.join(', ')}`)
  return FAULT_POINTS.filter((one) => wanted.includes(familyOf(one)))
}

function readWishes(given: ReturnType<typeof readArguments>): Wishes {
  const isOne = given.mark !== undefined || given['each-mark']
  const of = (name: Count): number => count(name, given[name] ?? String(isOne ? 0 : USUAL[name]))
  const each: Wish = { part: 'Process, each mark', victim: 'process', kills: undefined }
  const parts: readonly Wish[] = [
    { part: 'Process', victim: 'process', kills: of('kills') },
    { part: 'Process, embedded', victim: 'embedded process', kills: of('embedded-kills') },
    { part: 'PostgreSQL and process', victim: 'database', kills: of('database-kills') },
  ]
  const wanted = parts.filter(({ kills }) => kills !== 0)
  const { plant: seededDefect } = given
  return {
    seed: count('seed', given.seed),
    marks: readMarks(given),
    plant: seededDefect,
    parts: given['each-mark'] ? [each, ...wanted] : wanted,
  }
}

const BAR = 40
const SAY_EVERY = 25

function progress(most: number): (kills: number) => void {
  if (!process.stdout.isTTY)
    return (kills) => void (kills % SAY_EVERY === 0 && say(`  ${kills} of ${most} kills`))
  return (kills) => {
    const done = Math.min(BAR, Math.round((kills / most) * BAR))
    process.stdout.write(`\r  ${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${kills} of ${most} kills`)
    if (kills === most) say('')
  }
}

async function runPart(
  { victim, kills }: Wish,
  { seed, marks }: Wishes,
  postgres: ProofPostgres,
): Promise<CrashOutcome> {
  const engine = victim === 'embedded process' ? 'embedded' : 'postgresql'
  process.env['TEST_DATABASE'] = engine
  process.env['TEST_DATABASE_URL'] = postgres.url()
  const database = await makeTestDatabase()
  await (await database.open()).close()
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-proof-'))
  const documentWorker = await buildDocumentWorker()
  const statementWorker = await buildStatementWorker()
  const location = () =>
    'url' in database.location ? { url: onServer(database.location.url, postgres.url()) } : database.location
  const lenderServer = openLenderServer({
    program: process.argv[1] ?? '',
    place: () => ({ database: location(), dataDir, documentWorker, statementWorker }),
    postgres: engine === 'postgresql' ? postgres : undefined,
    seed,
  })
  try {
    const onKill = progress(kills ?? marks.length)
    return await crashAtFaultPoints(lenderServer, { victim, kills, seed, marks, onKill })
  } finally {
    await lenderServer.close()
    await rm(dataDir, { recursive: true, force: true })
    if (engine === 'embedded') await database.remove()
  }
}

/** The same database where its server listens now; a server that was killed may come back at another port. */
function onServer(database: string, server: string): string {
  const url = new URL(server)
  url.pathname = new URL(database).pathname
  return url.href
}

async function prove(wishes: Wishes): Promise<number> {
  const postgres = await startProofPostgres()
  const outcomes: [string, CrashOutcome][] = []
  try {
    for (const wish of wishes.parts) {
      say(`▸ ${wish.part}`)
      const outcome = await runPart(wish, wishes, postgres)
      outcomes.push([wish.part, outcome])
      if (outcome.found !== undefined) break
    }
  } finally {
    await postgres.stop()
  }
  for (const line of crashTable(outcomes)) say(line)
  const amiss = foundLines(outcomes, wishes)
  for (const line of amiss) say(line)
  return amiss.length === 0 ? 0 : 1
}

/** The proof as the command line asks for it; answers the exit code. */
export async function runProof(args: readonly string[]): Promise<number> {
  return await exitCodeOf(
    async () => {
      const given = readArguments(args)
      if (given.help) {
        say(HELP)
        return 0
      }
      return await prove(readWishes(given))
    },
    HELP,
    2,
  )
}
