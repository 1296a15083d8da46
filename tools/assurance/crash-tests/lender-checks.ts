import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { seededChance } from '../simulator/chance.ts'
import { sql } from 'drizzle-orm'
import { dataPaths } from '@dolphin/api/config/config'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { createDayChecks } from '../simulator/day-checks.ts'
import { createFaultBook } from '../simulator/faults.ts'
import { createSimulatedBank } from '../simulator/simulated-bank.ts'
import { unfinishedJobs } from './due-jobs.ts'
import type { Life } from './life.ts'
import { mailsTaken } from './mail-host.ts'

const SIGNING_SESSIONS = sql.identifier(STORED_NAMES.table.signingSessions)

/**
 * What must hold whenever a process has died, before anything is done again: the money invariants (I1 to I9, I12), what
 * bank and mail host saw, every answer that was given, and every document under its hash. Answers what does not.
 */
export async function faultsAtRest(api: TestApi, life: Life): Promise<string[]> {
  return [
    ...(await dayFaults(api, life)),
    ...(await lostAnswers(api, life)),
    ...(await lostDocuments(api)),
    ...(await doneTwice(api, life)),
    ...(await doneInPart(api, life)),
  ]
}

/** As faultsAtRest, and beside it what must hold once the step was taken to its end: nothing is left to be done. */
export async function faultsWhenDone(api: TestApi, life: Life): Promise<string[]> {
  return [
    ...(await faultsAtRest(api, life)),
    ...(await filesAmiss(api)),
    ...(await lostNotices(api, life)),
    ...(await unfinishedJobs(api)),
  ]
}

/** The simulator's checks of a day, on all that bank and mail host ever got. */
async function dayFaults(api: TestApi, { browser: { portfolioId } }: Life): Promise<string[]> {
  const { dataDir } = api.deps.config
  const chance = seededChance(1)
  const faults = createFaultBook(false)
  const { folder, calendar } = { folder: dataPaths(dataDir).bank, calendar: api.deps.calendar }
  const fate = () => undefined
  const bank = createSimulatedBank({ folder, portfolioId, calendar, chance, faults, fate })
  const entries = await bank.readOutbox()
  const day = dateIn(api.clock.now(), NEW_YORK)
  const broken = await createDayChecks().check(api, day, { entries, mails: [] }, true)
  return broken.map(({ rule, loanNo, words }) => `${rule} ${loanNo ?? ''} ${words}`)
}

/** What the borrower was told is on record, word for word where it names a thing. */
async function lostAnswers({ database: { db } }: TestApi, { signed, changed }: Life): Promise<string[]> {
  const lost: string[] = []
  if (signed !== undefined) {
    const { rows } = await db.execute<{ at: string }>(sql`
      select signed_at::text as at from ${SIGNING_SESSIONS}
        where request_code = ${signed.requestCode} and sign_status = ${SignStatus.signed}`)
    const [row] = rows
    const isKept = row !== undefined && Date.parse(row.at) === new Date(signed.signedAt).getTime()
    if (!isKept) lost.push(`answer the signature of ${signed.loanNo} is lost`)
    for (const { documentNo } of signed.documents)
      lost.push(...(await missing(db, 'documents', 'document_no', documentNo)))
  }
  if (changed !== undefined) {
    lost.push(...(await missing(db, 'loan_changes', 'change_no', changed.changeNo)))
    lost.push(...(await missing(db, 'documents', 'document_no', changed.documentNo)))
  }
  return lost
}

async function missing(
  db: TestApi['database']['db'],
  table: string,
  column: string,
  value: string | null,
): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${value}`,
  )
  return rows.length === 1
    ? []
    : [`answer ${String(value)} of ${table} was told and is there ${rows.length} times`]
}

/** I10: what is on record as a document lies in the store with its hash. */
async function lostDocuments({ database: { db }, deps }: TestApi): Promise<string[]> {
  const { rows } = await db.execute<{ no: string; key: string; sha256: string }>(
    sql`select document_no as no, object_key as key, sha256 from documents`,
  )
  const lost: string[] = []
  for (const { no, key, sha256 } of rows) {
    const bytes = await deps.objects.get(key)
    const hash = bytes && createHash('sha256').update(bytes).digest('hex')
    if (hash !== sha256) lost.push(`I10 document ${no} is not the one on record`)
  }
  return lost
}

/** What a borrower asks for once is there once, however often the request came. */
async function doneTwice({ database: { db } }: TestApi, { loanNo, requestCode }: Life): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; count: number }>(sql`
    select 'signature' as what, count(*)::int as count from audit_events
      where subject = ${loanNo} and action = 'agreementSigned'
    union all select 'signed agreement', count(*)::int from documents
      where loan_no = ${loanNo} and evidence ->> 'requestCode' = ${requestCode} and sealed_at is not null
    union all select 'change', count(*)::int from loan_changes where loan_no = ${loanNo}
    union all select 'debit of the change', count(*)::int from transactions
      where loan_no = ${loanNo} and change_no is not null
    union all select 'credit', count(*)::int from transactions where loan_no = ${loanNo} and type = ${TransactionType.credit}
    union all select 'permission', count(*)::int from debit_authorizations
      where loan_no = ${loanNo} and kind <> 'singlePayment'`)
  return rows
    .filter(({ count }) => count > 1)
    .map(({ what, count }) => `once ${what} of ${loanNo} is there ${count} times`)
}

/**
 * A signature brings loan, credit and permission with it, a change its plan and its debit, a return its entry: all of it
 * or nothing. That a settlement brings its posting is one of the money invariants (I2).
 */
async function doneInPart({ database: { db } }: TestApi, { loanNo }: Life): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; there: number; must: number }>(sql`
    with signed as (select count(*)::int as n from ${SIGNING_SESSIONS} where loan_no = ${loanNo} and sign_status = ${SignStatus.signed}),
      changed as (select count(*)::int as n from loan_changes where loan_no = ${loanNo})
    select 'signed loan' as what, (select count(*)::int from loans
        where loan_no = ${loanNo} and signed_at is not null) as there, n as must from signed
    union all select 'credit of a signed loan', (select count(*)::int from transactions
        where loan_no = ${loanNo} and type = ${TransactionType.credit}), n from signed
    union all select 'permission of a signed loan', (select count(*)::int from debit_authorizations
        where loan_no = ${loanNo} and kind <> 'singlePayment'), n from signed
    union all select 'debit of a change', (select count(*)::int from transactions
        where loan_no = ${loanNo} and change_no is not null), n from changed
    union all select 'plan of a change', (select count(*)::int from loan_changes c
        join payment_plans p on p.portfolio_id = c.portfolio_id and p.plan_no = c.plan_no
        where c.loan_no = ${loanNo}), n from changed
    union all select 'entry of a returned transaction', (select count(*)::int from ach_inbox_entries
        where loan_no = ${loanNo} and kind = 'return' and applied = 'applied'),
      (select count(*)::int from transactions where loan_no = ${loanNo} and return_code is not null)`)
  return rows
    .filter(({ there, must }) => there !== must)
    .map(({ what, there, must }) => `part ${what} of ${loanNo}: ${there} instead of ${must}`)
}

/** Checks that the bank's outbox holds every generated ACH file, byte for byte, and no other file. */
async function filesAmiss({ database: { db }, deps }: TestApi): Promise<string[]> {
  const { rows } = await db.execute<{ no: string; sha256: string; sent: boolean }>(
    sql`select file_no as no, sha256, sent_at is not null as sent from ach_files`,
  )
  const folder = join(dataPaths(deps.config.dataDir).bank, 'outbox')
  const names = new Set((await readdir(folder)).filter((name) => !name.startsWith('.')))
  const amiss: string[] = []
  for (const { no, sha256, sent } of rows) {
    const isThere = names.delete(`${no}.ach`)
    const bytes = isThere ? await readFile(join(folder, `${no}.ach`)) : ''
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      amiss.push(`bank file ${no} is not as cut`)
    if (!sent) amiss.push(`bank file ${no} is not noted as sent`)
  }
  const taken = await readdir(join(dataPaths(deps.config.dataDir).bank, 'archive')).catch(() => [])
  const { rows: applied } = await db.execute(sql`select distinct sha256 from ach_inbox_entries`)
  if (taken.length !== applied.length) amiss.push('bank a file of returns was put away and not applied')
  return [...amiss, ...[...names].map((name) => `bank ${name} was never cut`)]
}

/**
 * Every notice went out, and twice only where a process died between sending and noting it: under the same message id
 * and with the same words, so that it is shown once.
 */
async function lostNotices({ database: { db }, deps }: TestApi, { mailsInDoubt }: Life): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; portfolio: number; kind: string; sent: boolean }>(sql`
    select notice_id as id, portfolio_id as portfolio, kind, sent_at is not null as sent from outbox`)
  const byId = new Map<string, string>()
  const faults: string[] = []
  const taken = mailsTaken(deps.config.dataDir)
  for (const { messageId, subject, text, to } of taken) {
    const words = JSON.stringify([to, subject, text])
    if ((byId.get(messageId) ?? words) !== words)
      faults.push(`notices ${subject} came again with other words`)
    byId.set(messageId, words)
  }
  if (taken.length - byId.size > mailsInDoubt) faults.push('notices a mail came twice without a crash')
  const ids = new Set([...byId.keys()].map((id) => id.slice(1, id.indexOf('@'))))
  for (const { id, portfolio, kind, sent } of rows) {
    if (!sent) faults.push(`notices ${kind} is not noted as sent`)
    if (!ids.delete(`${portfolio}.${id}`)) faults.push(`notices ${kind} never reached the mail host`)
  }
  return [...faults, ...[...ids].map((id) => `notices ${id} went out and is not on record`)]
}
