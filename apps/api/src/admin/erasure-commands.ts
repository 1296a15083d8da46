import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Database } from '@dolphin/database/driver/open'
import { type Command, type CommandInput, oneWord, textOption, UsageError } from '@dolphin/ops-cli/command'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import { ticketBoard } from '../channel/ticket-board.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { erasureLine, readErasures, replayErasures } from '../modules/privacy/replay-erasures.ts'
import { openKeyFolder } from '../open-objects.ts'
import { openFieldCipher, openKeyRing, openRecordKeys } from '../security/keys.ts'
import { readBankCalendar } from '../modules/reference-data/live-holidays.ts'
import { createUnitsOfWork } from '../unit-of-work.ts'
import { systemRandom, wallClock } from '../wall-clock.ts'
import { configOf, openAny } from './server-database.ts'
import type { ServerMachine } from './server-machine.ts'

async function withDatabase<T>(machine: ServerMachine, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openAny(configOf(machine), machine)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** One line of the file; the number of a broken one is in the error. */
function parsed(text: string, index: number) {
  try {
    return erasureLine.parse(JSON.parse(text))
  } catch {
    throw new OpsFailure(`Line ${index + 1} of the file is no line of an erase log. Nothing was erased.`)
  }
}

const exportLog = async (machine: ServerMachine, input: CommandInput) => {
  const out = textOption(input, 'out')
  if (out === undefined) throw new UsageError('Name the file: --out FILE')
  const lines = await withDatabase(machine, async ({ db }) => {
    const all: string[] = []
    for await (const line of readErasures(db)) all.push(`${JSON.stringify(line)}\n`)
    return all
  })
  await writeFile(resolve(machine.workDir, out), lines.join(''))
  return { data: { lines: lines.length, out }, text: `${lines.length} lines written to ${out}.` }
}

const replay = async (machine: ServerMachine, input: CommandInput) => {
  const text = await readFile(resolve(machine.workDir, oneWord(input, 'file of an erase log')), 'utf8')
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parsed)
  const config = configOf(machine)
  const keyFolder = await openKeyFolder(config, config.dataDir)
  const ring = openKeyRing(config)
  const cipher = openFieldCipher(ring, systemRandom, openRecordKeys(ring, keyFolder))
  const replayed = await withDatabase(machine, async (database) => {
    database.useRecordKeys(cipher)
    return await replayErasures(
      {
        cipher,
        calendar: await readBankCalendar(database),
        portfolios: loadPortfolios(config.portfoliosDir),
        tickets: ticketBoard,
        units: createUnitsOfWork(database, wallClock),
        executor: database.db,
      },
      lines,
    )
  })
  return { data: { replayed }, text: `${replayed} objects were erased again. Servers may start now.` }
}

/** The erase log outside the database, and its replay after a restore. Source: docs/retention.md "After a restore". */
export const ERASURE_COMMANDS: readonly Command<ServerMachine>[] = [
  {
    name: 'erasures export',
    usage: '--out FILE',
    help: 'write the erase log, to be kept apart from the backups; ids and times, no content',
    options: { out: { type: 'string' } },
    run: exportLog,
  },
  {
    name: 'erasures replay',
    usage: '<file>',
    help: 'after a restore and before any server starts: erase again what was erased since the backup',
    run: replay,
  },
]
