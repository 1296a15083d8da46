import { join } from 'node:path'
import type { Database } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import { BuildTooOld, type MigrationState, readMigrationState } from '@dolphin/database/migration-state'
import type { Command, CommandResult } from '@dolphin/ops-cli/command'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import { configOf, openAny } from './server-database.ts'
import type { ServerMachine } from './server-machine.ts'

const migrationsOf = ({ builtFolder }: ServerMachine): string | undefined =>
  builtFolder === undefined ? undefined : join(builtFolder, 'migrations')

async function withDatabase<T>(machine: ServerMachine, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openAny(configOf(machine), machine)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const BACKUP_FIRST =
  'Take a backup first (docs/guides/backup.md): a schema is never taken back, only restored.'
const ROLLING =
  'It only adds: upgrade while the nodes of the release before go on, then restart them one after the other. That release may be started again afterwards.'
const STOP_ALL =
  'Stop every node first: the release before cannot serve on the new schema, and may not be started again afterwards.'

function planText({ shipped, pending, isTooOld }: MigrationState): string {
  if (isTooOld)
    return 'This release is older than the schema: start the newer release, or restore the backup taken before it (docs/guides/releases.md).'
  if (pending.length === 0) return `The schema has all ${shipped} migrations of this release: nothing to do.`
  const lines = pending.map(
    ({ name, stopsOlderBuilds }) => `  ${name}${stopsOlderBuilds ? '   stops older releases' : ''}`,
  )
  return [
    `${pending.length} of the ${shipped} migrations of this release are not applied yet:`,
    ...lines,
    '',
    pending.some(({ stopsOlderBuilds }) => stopsOlderBuilds) ? STOP_ALL : ROLLING,
    BACKUP_FIRST,
  ].join('\n')
}

async function check(machine: ServerMachine): Promise<CommandResult> {
  return await withDatabase(machine, async ({ db }) => {
    const state = await readMigrationState(db, migrationsOf(machine))
    return { data: state, text: planText(state), failed: state.isTooOld }
  })
}

async function migrate(machine: ServerMachine): Promise<CommandResult> {
  return await withDatabase(machine, async (database) => {
    const { pending } = await readMigrationState(database.db, migrationsOf(machine))
    try {
      await migrateDatabase(database, migrationsOf(machine))
    } catch (error) {
      throw error instanceof BuildTooOld ? new OpsFailure(error.message) : error
    }
    const { shipped } = await readMigrationState(database.db, migrationsOf(machine))
    const done = pending.map(({ name }) => `  ${name}`)
    const text = [`${pending.length} migrations applied; the schema has all ${shipped}.`, ...done].join('\n')
    return { data: { applied: pending, shipped }, text }
  })
}

/** Commands for the schema; `npm run upgrade` is their short form. Source: docs/guides/releases.md. */
export const SCHEMA_COMMANDS: readonly Command<ServerMachine>[] = [
  {
    name: 'schema check',
    usage: '',
    help: 'what this release would change of the schema and whether nodes go on meanwhile; exits with 1 where it is too old',
    run: check,
  },
  {
    name: 'schema migrate',
    usage: '',
    help: 'apply what is missing; a node that starts does the same',
    run: migrate,
  },
]
