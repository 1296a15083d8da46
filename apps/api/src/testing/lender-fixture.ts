import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { insertDocument } from '@dolphin/database/documents/document-repository'
import { appendPosting } from '@dolphin/database/payments/ledger-repository'
import { migrateDatabase } from '@dolphin/database/migrate'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { pino } from 'pino'
import { dataPaths } from '../config/config.ts'
import { storeFile } from '../modules/documents/document-vault.ts'
import { createJobRunner } from '../jobs/job-queue.ts'
import { masterKeyFile } from '../security/keys.ts'
import { createUnitsOfWork } from '../unit-of-work.ts'

const AT = new Date('2026-03-04T14:30:00Z')
const LOANS = 3

/** A data folder as a server leaves it that was stopped: loans with ledgers, documents, a file for the bank, a key. */
export async function keepLender(dataDir: string): Promise<void> {
  const paths = dataPaths(dataDir)
  for (const folder of [paths.keys, join(paths.bank, 'outbox')]) await mkdir(folder, { recursive: true })
  await writeFile(masterKeyFile(dataDir), randomBytes(32).toString('hex'))
  await writeFile(join(paths.bank, 'outbox', '118-260303-A.ach'), 'a file for the bank')
  await writeFile(paths.clockOffset, '{"offsetMs":0}\n')
  const database = await openDatabase({ directory: paths.database })
  await migrateDatabase(database)
  for (let count = 0; count < LOANS; count += 1) await keepLoan(database, dataDir)
  await keepOddValues(database)
  await keepJob(database)
  await database.close()
}

async function keepLoan(database: Database, dataDir: string): Promise<void> {
  const objects = createLocalFolderStore(dataPaths(dataDir).objects)
  await database.transaction(async (tx) => {
    const key = await storedLoan(tx, { openId: randomBytes(8).toString('hex') })
    for (const [index, kind] of ['disbursementSent', 'disbursementSettled'].entries()) {
      const [amount, other] =
        index === 0 ? [cents(50_000n), cents(-50_000n)] : [cents(-50_000n), cents(50_000n)]
      await appendPosting(tx, {
        ...key,
        kind,
        cause: `${kind} of a test`,
        effectiveDate: localDate(2026, 3, 3 + index),
        bookedAt: AT,
        entries: [
          { account: 'cashInTransit', amount },
          { account: index === 0 ? 'customer' : 'principal', amount: other },
        ],
      })
    }
    for (const action of ['signed', 'funded'])
      await appendAudit(tx, {
        portfolioId: 118,
        subject: key.loanNo,
        action,
        actor: 'test',
        facts: { b: 1, a: null },
        at: AT,
      })
    const kept = await storeFile(objects, 118, { bytes: randomBytes(2_000), extension: 'pdf' })
    await insertDocument(tx, {
      ...key,
      ...kept,
      documentNo: `D${key.loanNo}`,
      openId: null,
      documentType: DocumentType.agreement,
      title: 'Loan agreement',
      mediaType: 'application/pdf',
      evidence: {},
      sealedAt: AT,
      createdAt: AT,
    })
  })
}

/** What a careless copy changes: a JSON null, cents beyond a number, microseconds, quotes and back-slashes. */
async function keepOddValues(database: Database): Promise<void> {
  await database.executeSql(
    `insert into business_events (portfolio_id, customer_key, event, payload, at)
      values (118, 'guest', 'odd "values" \\ ☂ ''', 'null', '2026-03-04 14:30:00.123456+00'),
        (118, 'guest', 'big', '{"cents": 9007199254740993, "list": [1, null, "x"]}', 'infinity')`,
  )
}

async function keepJob(database: Database): Promise<void> {
  const log = pino({ level: 'silent' })
  const run = () => Promise.resolve()
  const runner = createJobRunner(database, [{ name: 'a-job', run }], log)
  await runner.open()
  await createUnitsOfWork(database, { now: () => AT }).write(async (unit) => {
    await runner.send(unit, 'a-job', { loanNo: '118-000001' }, { key: 'once', delaySeconds: 3_600 })
    return { ok: true, value: undefined }
  })
  await runner.stop()
}
