import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocumentWorker } from '@dolphin/integrations/document/build-document-worker'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { createDocumentService, type DocumentService } from '@dolphin/integrations/document/document-service'
import type { MilitaryStatusProvider } from '@dolphin/integrations/military/provider'
import { SandboxMilitaryStatusProvider } from '@dolphin/integrations/military/sandbox-provider'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { buildStatementWorker } from '@dolphin/integrations/statement/build-statement-worker'
import {
  createStatementService,
  type StatementService,
} from '@dolphin/integrations/statement/statement-service'
import type { MailSender } from '@dolphin/integrations/mail/mail-sender'
import { createMailboxSender } from '@dolphin/integrations/mail/mailbox-sender'
import { mailboxSmsSender } from '@dolphin/integrations/sms/mailbox-sms-sender'
import type { SmsSender } from '@dolphin/integrations/sms/sms-sender'
import { listMails, type StoredMail } from '@dolphin/database/notices/mail-repository'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { makeTestDatabase, type TestDatabase, type TestDatabasePlace } from '@dolphin/testkit/test-database'
import { pino } from 'pino'
import { type Api, composeApi } from '../compose.ts'
import { openBankGateway } from '../bank-gateway.ts'
import { dataPaths, readConfig } from '../config/config.ts'
import type { ReadSpace } from '../ports/disk-watch.ts'
import { createKeyRing, type KeyRing } from '../security/keys.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { type CallRecorder, recordCalls } from './call-coverage/call-recorder.ts'
import { TestClient } from './test-client.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The whole server over a real, fresh database, without a socket; time and chance stand in the test's hand. */
export interface TestApi extends Api {
  readonly database: TestDatabase
  readonly clock: FakeClock
  /** What this file's tests showed of the calls; `npm test` reports on all of them together. */
  readonly shown: CallRecorder
  /** A client of a portfolio's pages, not signed in; each holds its own cookies and session. */
  client(portfolioId?: number): TestClient
  /** Runs all waiting jobs (mails included). */
  runJobs(): Promise<void>
  /** Mails sent to an address so far, newest first; runs the waiting jobs before. */
  mailsTo(address: string): Promise<StoredMail[]>
  close(): Promise<void>
}

/** The threads that make papers and read statements; they keep nothing of whom they worked for. */
interface TestThreads {
  readonly documents: DocumentService
  readonly statements: StatementService
}

let threads: Promise<TestThreads> | undefined

/** One pair of threads for all servers of this process: to load their modules takes longer than most tests. */
function threadsOfProcess(): Promise<TestThreads> {
  threads ??= Promise.all([buildDocumentWorker(), buildStatementWorker()]).then(
    ([documents, statements]) => ({
      documents: createDocumentService({ workerPath: documents }),
      statements: createStatementService({ workerPath: statements }),
    }),
  )
  return threads
}

/** What outlives a server of the tests that is stopped and started again: its data, its files, its chance. */
export interface TestPlace extends TestThreads {
  readonly home: TestDatabasePlace
  readonly dataDir: string
  readonly random: RandomSource
  remove(): Promise<void>
}

/**
 * Makes the place of a server. Remove it once the server is closed. A given database is empty, and left so when the
 * place is removed; else it has one of its own.
 */
export async function makeTestPlace(given?: TestDatabasePlace): Promise<TestPlace> {
  const home = given ?? (await makeTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-api-'))
  return {
    ...(await threadsOfProcess()),
    home,
    dataDir,
    random: new SeededRandom(118),
    async remove() {
      await home.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface TestApiOptions {
  /** Settings as in the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** What carries text messages; null for a server without. The mailbox by default. */
  readonly sms?: SmsSender | null
  /** A clock of the test's own, such as one that operations may move. */
  readonly clock?: FakeClock
  /** Where it works and what it finds there; a place of its own by default, which goes with it. */
  readonly place?: TestPlace
  /** What carries mails; the mailbox by default. */
  readonly mail?: MailSender
  /** Its keys; those of all tests by default. */
  readonly keys?: KeyRing
  /** Who is asked for military status; the sandbox by default. */
  readonly military?: MilitaryStatusProvider
  /** How full its disks are; half by default, whatever the machine's are. */
  readonly readSpace?: ReadSpace
  /** The bank's side of ACH; a folder below its data by default. */
  readonly bank?: BankGateway
  /** Where its objects lie; a folder below its data by default. */
  readonly objectFolder?: ObjectFolder
}

/** Starts the server for one test file. Close it in `afterAll`. */
export async function startTestApi({
  env = {},
  sms = mailboxSmsSender,
  clock = new FakeClock(),
  place: given,
  mail = createMailboxSender({ keep: () => Promise.resolve() }),
  military,
  keys = createKeyRing(new Uint8Array(32).fill(1)),
  readSpace = () => Promise.resolve(0.5),
  bank,
  objectFolder,
}: TestApiOptions = {}): Promise<TestApi> {
  const place = given ?? (await makeTestPlace())
  const { home, dataDir, random, documents, statements } = place
  const opened = await home.open()
  const database: TestDatabase = { ...opened, engine: home.engine, location: home.location }
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
  const api = await composeApi({
    config,
    clock,
    database,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    random,
    documents,
    statements,
    military: military ?? new SandboxMilitaryStatusProvider(random),
    keys,
    portfolios: loadPortfolios(config.portfoliosDir),
    objectFolder: objectFolder ?? createLocalFolderStore(dataPaths(dataDir).objects),
    keyFolder: createLocalFolderStore(join(dataDir, 'keys/records')),
    mail,
    bank: bank ?? openBankGateway(config),
    sms: sms ?? undefined,
    readSpace,
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
      await database.close()
      if (given === undefined) await place.remove()
    },
  }
}
