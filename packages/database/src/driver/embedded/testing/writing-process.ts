import { openDatabase } from '../../open.ts'

/**
 * Run in a process of its own by the crash tests: writes rows one after the other and prints each number once
 * its commit is acknowledged, until it is killed.
 */
const [directory, worker] = process.argv.slice(2)
try {
  const database = await openDatabase({ directory, workerUrl: new URL(worker ?? '') })
  await database.executeSql('create table if not exists written (id integer primary key, filling text)')
  process.stdout.write('open\n')
  const { rows } = await database.executeSql('select coalesce(max(id), 0) as last from written')
  for (let id = Number((rows as { last: number }[])[0]?.last) + 1; ; id += 1) {
    await database.executeSql('insert into written values ($1, $2)', [id, 'x'.repeat(500)])
    process.stdout.write(`${id}\n`)
  }
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : ''}\n`)
  process.exitCode = 3
}
