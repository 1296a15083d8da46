import { join } from 'node:path'
import { startS3TestServer } from '@dolphin/integrations/objects/s3-test-server'
import { startSmtpTestServer } from '@dolphin/integrations/mail/smtp-test-server'
import { prepareDataDir } from '../drill/drill-server.ts'
import { startDrillPostgres } from '../drill/drill-postgres.ts'
import { startCollector } from '@dolphin/api/testing/observed-server'
import { openCanarySite } from './canary-journey.ts'
import { type CanaryServer, startCanaryServer } from './canary-server.ts'
import { type LenderFolder, searchBackup, searchFolders, searchRows } from './lender-folder.ts'
import type { CanaryPerson } from './people.ts'
import type { Search } from './search.ts'

export interface CanaryPlan {
  readonly people: readonly CanaryPerson[]
  /** So many of them go on to a signed loan. */
  readonly signing: number
  readonly postgres: boolean
  /** The folder of the built programs. */
  readonly built: string
  readonly tell: (line: string) => void
}

/** So many people are at the site at the same time. */
const AT_ONCE = 4
const TELL_EVERY = 100

/** Lives the people's days at a lender below a folder, then looks through all that it left. */
export async function runCanary(folder: string, plan: CanaryPlan, search: Search): Promise<void> {
  const postgres = plan.postgres ? await startDrillPostgres(folder) : undefined
  const place = {
    dataDir: join(folder, 'data'),
    temporary: join(folder, 'tmp'),
    databaseUrl: postgres?.url,
    built: plan.built,
  }
  await prepareDataDir(place.dataDir)
  await live(place, plan, search)
  plan.tell('looking through what the lender left')
  await searchFolders(search, place)
  await searchRows(search, place)
  if (postgres === undefined) {
    await searchBackup(search, place, join(folder, 'backup'))
    return
  }
  await postgres.backUp()
  // The data directory with its log of writes, what an archive and a receiver took of it, and the base backup.
  for (const part of ['pg', 'archive', 'received'])
    await search.lookBelow(() => 'database', join(folder, part))
  await search.lookBelow(() => 'backup, database', join(folder, 'base'))
}

/** Everything up to the server's end: applications, signatures, what goes wrong, the batch. */
async function live(place: LenderFolder, plan: CanaryPlan, search: Search): Promise<void> {
  const [smtp, sms, collector] = [await startSmtpTestServer(), await startCollector(), await startCollector()]
  // Nodes share a database and a bucket; the embedded database has its documents beside it.
  const bucket = plan.postgres ? await startS3TestServer() : undefined
  try {
    const server = await startCanaryServer({
      ...place,
      smtpUrl: smtp.url,
      smsUrl: sms.endpoint,
      collectorUrl: collector.endpoint,
      bucketUrl: bucket?.endpoint,
    })
    await liveAt(server, plan, search)
    for (const [name, bytes] of bucket?.objects ?? []) search.look('objects', name, bytes)
    search.look('traces', 'what the collector received', Buffer.from(collector.text()))
    search.look('text messages', 'what the gateway received', Buffer.from(sms.text()))
    for (const { data, recipients } of smtp.received)
      search.look('mails', `a mail of ${recipients.length}`, Buffer.from(readable(data)))
  } finally {
    await Promise.all([smtp.close(), sms.close(), collector.close(), bucket?.close()])
  }
}

async function liveAt(
  server: CanaryServer,
  { people, signing, tell }: CanaryPlan,
  search: Search,
): Promise<void> {
  const site = openCanarySite(server.port, search)
  let done = 0
  await inLanes(people, async (person) => {
    const applied = await site.apply(person)
    await site.goWrong(applied)
    if (person.index < signing) await site.signFor(applied)
    done += 1
    if (done % TELL_EVERY === 0) tell(`${done} people applied`)
  })
  if (signing > 0) await site.batch()
  tell(`${done} people applied, ${signing} signed`)
  search.look('metrics', '/metrics', await server.metrics())
  site.close()
  search.look('log', 'what the server printed', await server.stop())
}

/** A mail as it went, and once more with the lines whole that its transport broke. */
const readable = (data: string): string =>
  `${data}\n${data.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))}`

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
