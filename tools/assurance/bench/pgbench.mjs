import { join } from 'node:path'
import { findBinaries } from '../../../scripts/postgres.mjs'
import { capture, SetupError } from '../../../scripts/setup/step.mjs'

const SCALE = 10
const CLIENTS = 16

async function run(args) {
  const { code, output } = await capture(join(findBinaries(), 'pgbench'), args)
  if (code !== 0) throw new SetupError(`pgbench ended with ${code}: ${output.slice(-400)}`)
  return output
}

const tpsOf = (output) => Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)

/** What PostgreSQL alone does on this machine: one row by its key, and its own small bank. In a database of the run. */
export async function measurePgbench(databaseUrl, seconds) {
  await run(['-i', '-q', '-s', String(SCALE), databaseUrl])
  const common = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(seconds),
    databaseUrl,
  ]
  const reads = tpsOf(await run(['-S', ...common]))
  const writes = tpsOf(await run(common))
  return { reads, writes }
}
