import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocumentWorker } from '@dolphin/integrations/document/build-document-worker'
import { createDocumentService } from '@dolphin/integrations/document/document-service'
import { SandboxMilitaryStatusProvider } from '@dolphin/integrations/military/sandbox-provider'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { buildStatementWorker } from '@dolphin/integrations/statement/build-statement-worker'
import { createStatementService } from '@dolphin/integrations/statement/statement-service'
import { createMailboxSender } from '@dolphin/integrations/mail/mailbox-sender'
import { mailboxSmsSender } from '@dolphin/integrations/sms/mailbox-sms-sender'
import type { SmsSender } from '@dolphin/integrations/sms/sms-sender'
import { listMails, type StoredMail } from '@dolphin/database/mail-repository'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { pino } from 'pino'
import { type Api, composeApi } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createKeyRing } from '../keys.ts'
import { loadPortfolios } from '../portfolio-catalog.ts'
import { type CallRecorder, recordCalls } from './call-coverage/call-recorder.ts'
import { TestClient } from './test-client.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The whole server over a real, fresh database, without a socket; time and chance stand in the test's hand. */
export interface TestApi extends Api {
  readonly database: TestDatabase
  readonly clock: FakeClock
  /** What this file's tests showed of the calls; `npm test` reports on all of them together. */
  readonly shown: CallRecorder
  /** A client of a portfolio's pages, signed in as nobody; each holds its own cookies and session. */
  client(portfolioId?: number): TestClient
  /** Runs all waiting jobs (mails included). */
  runJobs(): Promise<void>
  /** Mails sent to an address so far, newest first; runs the waiting jobs before. */
  mailsTo(address: string): Promise<StoredMail[]>
  close(): Promise<void>
}

export interface TestApiOptions {
  /** Settings as in the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** What carries text messages; null for a server without. The mailbox by default. */
  readonly sms?: SmsSender | null
  /** A clock of the test's own, such as one that operations may move. */
  readonly clock?: FakeClock
}

/** Starts the server for one test file. Close it in `afterAll`. */
export async function startTestApi({
  env = {},
  sms = mailboxSmsSender,
  clock = new FakeClock(),
}: TestApiOptions = {}): Promise<TestApi> {
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-api-'))
  const config = readConfig(
    {
      DOLPHIN_MODE: 'test',
      DATA_DIR: dataDir,
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...env,
    },
    PROJECT,
  )
  const random = new SeededRandom(118)
  const documents = createDocumentService({ workerPath: await buildDocumentWorker() })
  const statements = createStatementService({ workerPath: await buildStatementWorker() })
  const api = await composeApi({
    config,
    clock,
    database,
    log: pino({ level: 'silent' }),
    random,
    documents,
    statements,
    military: new SandboxMilitaryStatusProvider(random),
    keys: createKeyRing(new Uint8Array(32).fill(1)),
    portfolios: loadPortfolios(config.portfoliosDir),
    objects: createLocalFolderStore(join(dataDir, 'objects')),
    mail: createMailboxSender({ keep: () => Promise.resolve() }),
    sms: sms ?? undefined,
  })
  const shown = recordCalls(api.app)
  const runJobs = async () => {
    // The clock stands still by itself; mails of one round come after those of the round before.
    clock.advance(1)
    await api.jobs.drain()
  }
  return {
    ...api,
    database,
    clock,
    shown,
    runJobs,
    client: (portfolioId = 118) => new TestClient(api.app, portfolioId),
    async mailsTo(address) {
      await runJobs()
      const mails = await listMails(database.db, api.deps.cipher, 500)
      return mails.filter(({ recipient }) => recipient === address)
    },
    async close() {
      shown.write()
      await api.app.close()
      await api.jobs.stop()
      await documents.close()
      await statements.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
