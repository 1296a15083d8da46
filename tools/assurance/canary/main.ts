import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '@dolphin/ops-cli/text-table'
import { endAll } from '../drill/drill-server.ts'
import { AT_THE_BANK, canaryPerson, KINDS, MOST_PEOPLE } from './people.ts'
import { PLACES } from './places.ts'
import { runCanary } from './rounds.ts'
import { createSearch, type Search } from './search.ts'
import { exitCodeOf, readOptions, say, UsageError } from '../test-program.ts'

const HELP = `npm run proof:canary -- [--people N] [--signing N] [--postgres] [--plant name+name] [--keep]

Takes generated people, each with an SSN, account number, date of birth, telephone, mail address and street of their
own, through the real server process, and then looks for these values in everything that it left: database files and
log of writes, every row, logs at the level trace, mails, text messages, documents, the bank's folder, backups, answers,
error answers, metrics, traces, temporary files; in plain, grouped, backwards, base64, hex, URL-encoded and UTF-16.
docs/guides/testing.md says what may stand where. Exits with 1 where anything else is found.

  --people N    generated people, 1 to ${MOST_PEOPLE} (1000)
  --signing N   so many of them sign a loan (one in twenty)
  --postgres    on a private PostgreSQL server with WAL archive and base backup; else on the embedded database
  --plant NAME  with a defect of canary/seeded-defects.json in the server, to see it found
  --keep        leave the folder for a look`

const OPTIONS = {
  people: { type: 'string', default: '1000' },
  signing: { type: 'string' },
  postgres: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  built: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

const SIGNING_SHARE = 20
const MIB = 2 ** 20

const readArguments = () => readOptions(() => parseArgs({ options: OPTIONS }))

function numberOf(text: string, name: string, from: number, to: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < from || value > to)
    throw new UsageError(`--${name} takes a number from ${from} to ${to}.`)
  return value
}

function report(search: Search): number {
  const rows = [...search.places].map(([place, { files, bytes, allowed, leaks }]) => [
    place,
    String(files),
    `${(bytes / MIB).toFixed(1)} MiB`,
    allowed === 0 ? '' : `${allowed} (${PLACES[place].may.join(', ')})`,
    String(leaks),
  ])
  say(textTable(['Place', 'Files', 'Looked at', 'By design', 'Leaks'], rows))
  for (const line of search.complaints) say(`✗ ${line}`)
  const unseen = search.unseen()
  for (const line of unseen) say(`✗ the search is blind: what was sent did not show ${line}`)
  return search.complaints.length + unseen.length === 0 ? 0 : 1
}

async function run(): Promise<number> {
  const { people: text, signing: share, postgres, keep, built, help } = readArguments()
  if (help) {
    say(HELP)
    return 0
  }
  const count = numberOf(text, 'people', 1, MOST_PEOPLE)
  const signing =
    share === undefined ? Math.ceil(count / SIGNING_SHARE) : numberOf(share, 'signing', 0, count)
  const people = Array.from({ length: count }, (_, index) => canaryPerson(index))
  const search = createSearch(signing > 0 ? [...people, AT_THE_BANK] : people)
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-canary-'))
  say(
    `▸ ${count} people with ${KINDS.length} values each, on ${postgres ? 'PostgreSQL' : 'the embedded database'}`,
  )
  try {
    await runCanary(folder, { people, signing, postgres, built, tell: (line) => say(`  ${line}`) }, search)
  } finally {
    await endAll()
    if (keep) say(`  left in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
  return report(search)
}

process.exitCode = await exitCodeOf(run, HELP, 1)
