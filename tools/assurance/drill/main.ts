import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '@dolphin/ops-cli/text-table'
import { endAll } from './drill-server.ts'
import { rehearseOnEmbedded } from './embedded-drill.ts'
import { rehearseOnPostgres } from './postgres-drill.ts'
import type { Rehearsed } from './rehearsal.ts'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'

const HELP = `npm run backup -- drill [--database embedded|postgresql|both] [--loans N] [--keep]

Rehearses the loss of everything on a lender of its own and proves what came back. On PostgreSQL: a private server with
a WAL archive and pg_receivewal --synchronous, the real server process, loans made by HTTP, a base backup, more money,
kill -9 of both, the data directory and the documents thrown away; restored from the base backup and the WAL, once from
the archive alone and once from what was received. On the embedded database: a killed server, then a lost disk and
npm run backup -- restore.

Each time: every answer is there and given again to the same request, no money moved twice, ledgers and audit chains are
whole, documents open with their stored hash, jobs finish. Then a document and rows are taken away, and the proof has to
notice. Exits with 1 where anything is amiss.

  --loans N   loans before the backup (2)
  --keep      leave the folder of the drill for a look`

const OPTIONS = {
  database: { type: 'string', default: 'both' },
  loans: { type: 'string', default: '2' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const KINDS = { embedded: rehearseOnEmbedded, postgresql: rehearseOnPostgres } as const

const seconds = (ms: number): string => `${(Math.round(ms / 100) / 10).toString()} s`

const readArguments = () => readOptions(() => parseArgs({ options: OPTIONS }))

async function rehearse(kind: keyof typeof KINDS, loans: number, keep: boolean): Promise<Rehearsed[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-drill-'))
  try {
    return await KINDS[kind](folder, loans, (line) => say(`  ${line}`))
  } finally {
    await endAll()
    if (keep) say(`  left in ${folder}`)
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function report(results: readonly Rehearsed[]): number {
  const rows = results.map(({ name, answers, proof, rtoMs, mayLose }) => [
    name,
    `${proof.lost.count} of ${answers}`,
    proof.lost.count === 0 ? '0' : seconds(proof.lost.overMs),
    seconds(rtoMs),
    `${proof.ledgers}/${proof.postings}/${proof.documents}`,
    proof.complaints.length === 0 && (mayLose || proof.lost.count === 0) ? 'whole' : 'NOT WHOLE',
  ])
  say(textTable(['Rehearsal', 'Answers lost', 'RPO', 'RTO', 'Ledgers/postings/documents', 'Proof'], rows))
  const complaints = results.flatMap(({ name, proof, mayLose }) => [
    ...proof.complaints.map((line) => `${name}: ${line}`),
    ...(proof.lost.count > 0 && !mayLose ? [`${name}: ${proof.lost.count} answers are lost`] : []),
  ])
  for (const line of complaints) say(`✗ ${line}`)
  const whole = rows.filter((row) => row.at(-1) === 'whole').length
  say(`${whole} of ${rows.length} restores are whole`)
  return complaints.length === 0 ? 0 : 1
}

async function run(): Promise<number> {
  const { database, loans: text, keep, help } = readArguments()
  if (help) {
    say(HELP)
    return 0
  }
  const loans = Number(text)
  if (!/^\d{1,2}$/.test(text) || loans < 1) throw new UsageError('--loans takes a number from 1 to 99.')
  const kinds = (['embedded', 'postgresql'] as const).filter((kind) => ['both', kind].includes(database))
  if (kinds.length === 0) throw new UsageError('--database takes embedded, postgresql or both.')
  const results: Rehearsed[] = []
  for (const kind of kinds) {
    say(`▸ ${kind}`)
    results.push(...(await rehearse(kind, loans, keep)))
  }
  return report(results)
}

process.exitCode = await exitCodeOf(run, HELP, 1)
