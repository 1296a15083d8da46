import { migrateDatabase } from '@dolphin/database/migrate'
import { openDatabase } from '@dolphin/database/driver/open'
import { bulkInsert } from '@dolphin/database/driver/bulk-insert'
import { loanAccountPlace, tailIndexOf } from '@dolphin/database/servicing/loan-account-repository'
import { loanAccounts } from '@dolphin/database/schema/servicing'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { PaymentMode, TransactionType } from '@dolphin/domain/payments/codes'
import { computePlan, type Plan } from '@dolphin/domain/plans/plan'
import { sql } from 'drizzle-orm'
import { originateWholeBatch } from '@dolphin/api/modules/payments/originate-batch'
import { transmitFiles } from '@dolphin/api/modules/payments/transmit-files'
import { hoursOf } from '@dolphin/api/modules/portfolios/banking-hours'
import type { MoneyDeps } from '@dolphin/api/deps'
import { planFactsToStored } from '@dolphin/api/modules/plans/plan-facts'
import { accountKeyOf } from '@dolphin/api/modules/servicing/account-key'
import { openMoneyProcess } from '../crash-tests/money-process.ts'

/** What the measuring process hands to this one. */
export interface BatchWork {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly projectFolder: string
  readonly debits: number
}

const PORTFOLIO = 118
/** When the loans of measures are signed. */
export const FUNDED = '2026-03-03T10:00:00-05:00'
const ANNOUNCED = '2026-03-06T09:00:00-05:00'
const CUT = '2026-03-12T10:00:00-04:00'
const ROUTING = '123456780'
const ACCOUNTS_AT_ONCE = 10_000

/** What moving money takes, at an instant. */
export const open = (
  { debits: _debits, databaseUrl: url, ...work }: BatchWork,
  now: string,
): Promise<MoneyDeps> => openMoneyProcess({ ...work, database: { url }, now: new Date(now) })

/** An ordinary plan of the portfolio: 500.00, ten payments every other week from the day after the batch. */
export function somePlan({ portfolios, calendar, clock }: MoneyDeps) {
  const data = portfolios.byId(PORTFOLIO)
  const product = data?.products.find(({ kind }) => kind === 'standard')
  if (data === undefined || product === undefined) throw new Error('the portfolio sells a standard product')
  const basis = {
    product,
    calendar,
    paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 2, 27) },
    rules: { onHoliday: PaydayOnHoliday.previousBusinessDay, availability: PaydayAvailability.sameDay },
    effectiveDate: nextEntryDate(hoursOf(data, calendar), clock.now()),
    affordable: null,
  } as const
  const frequency = PaymentFrequency.biWeekly
  const choice = { amount: cents(50_000n), frequency, count: 10, firstDate: localDate(2026, 3, 13) }
  const plan = computePlan(basis, choice)
  if (!plan.ok) throw new Error('the plan is on offer')
  return { plan: plan.value, disclosure: planFactsToStored(plan.value, product, PaymentMode.ach) }
}

/** Fills an empty database with so many funded loans whose first payment is due on the day after the batch. */
export async function seedDueDebits(work: BatchWork): Promise<void> {
  const bare = await openDatabase({ url: work.databaseUrl, poolSize: 1 })
  await migrateDatabase(bare)
  await bare.close()
  const deps = await open(work, FUNDED)
  const { plan, disclosure } = somePlan(deps)
  await seedLoans(deps, work.debits, plan, disclosure)
  await seedAccounts(deps, work.debits)
  await deps.database.executeSql('analyze')
  await deps.database.close()
}

type Disclosure = ReturnType<typeof planFactsToStored>

async function seedLoans(
  { database }: MoneyDeps,
  count: number,
  { schedule, disclosure: cost }: Plan,
  disclosure: Disclosure,
): Promise<void> {
  const each = sql`generate_series(1, ${count}::integer) n`
  const loanNo = sql`'118-' || lpad(n::text, 7, '0')`
  const effective = disclosure['effectiveDate'] as string
  const rows = schedule.installments.map(
    ({ number, dueDate, principal, interest, payment, balanceAfter }) => ({
      number,
      due: formatLocalDate(dueDate),
      principal: principal.toString(),
      interest: interest.toString(),
      amount: payment.toString(),
      after: balanceAfter.toString(),
    }),
  )
  const [first] = schedule.installments
  const last = schedule.installments.at(-1)
  if (first === undefined || last === undefined) throw new Error('a plan has installments')
  const { db } = database
  await db.execute(sql`insert into loans (portfolio_id, customer_key, loan_no, application_no, open_id, status, approved_amount,
      plan_no, disbursement_date, effective_date, created_at, updated_at)
    select ${PORTFOLIO}::integer, 'bench' || n, ${loanNo}, 'A' || n, 'bench' || n, 202, 50000, 'P' || n, ${effective}::date,
      ${effective}::date, ${FUNDED}::timestamptz, ${FUNDED}::timestamptz from ${each}`)
  await db.execute(sql`insert into loan_directory (portfolio_id, loan_no, customer_key)
    select ${PORTFOLIO}::integer, ${loanNo}, 'bench' || n from ${each}`)
  await db.execute(sql`insert into payment_plans (portfolio_id, customer_key, plan_no, loan_no, amount, frequency,
      installment_count, installment_amount, first_date, last_date, amount_financed, finance_charge,
      total_of_payments, apr, disclosure, terms_digest, created_at)
    select ${PORTFOLIO}::integer, 'bench' || n, 'P' || n, ${loanNo}, 50000, ${PaymentFrequency.biWeekly}::integer, 10,
      ${first.payment.toString()}::bigint, ${formatLocalDate(first.dueDate)}::date,
      ${formatLocalDate(last.dueDate)}::date, ${cost.amountFinanced.toString()}::bigint,
      ${cost.financeCharge.toString()}::bigint, ${cost.totalOfPayments.toString()}::bigint, ${cost.apr}::text,
      ${JSON.stringify(disclosure)}::jsonb, repeat('a', 64), ${FUNDED}::timestamptz from ${each}`)
  await db.execute(sql`insert into installments (portfolio_id, customer_key, plan_no, number, loan_no, due_date, principal,
      interest, fee, amount, balance_after, status, flags)
    select ${PORTFOLIO}::integer, 'bench' || n, 'P' || n, i.number, ${loanNo}, i.due, i.principal, i.interest, 0, i.amount,
      i.after, 0, 0
    from ${each}, json_to_recordset(${JSON.stringify(rows)}::json)
      as i(number integer, due date, principal bigint, interest bigint, amount bigint, after bigint)`)
  await db.execute(sql`insert into transactions (portfolio_id, customer_key, transaction_no, loan_no, open_id, type, mode, amount,
      effective_date, status, instruction_key, settled_on, trace_number, created_at, updated_at)
    select ${PORTFOLIO}::integer, 'bench' || n, 'C' || n, ${loanNo}, 'bench' || n, 14000, 15000, 50000, ${effective}::date, 3,
      'disbursement/' || ${loanNo} || '/1', ${effective}::date, lpad(n::text, 15, '0'), ${FUNDED}::timestamptz,
      ${FUNDED}::timestamptz from ${each}`)
  const noticeEnd = `installment/1/${formatLocalDate(first.dueDate)}/${moneyToWire(first.payment)}`
  await db.execute(sql`insert into outbox (portfolio_id, customer_key, notice_id, dedup_key, kind, channel, open_id, loan_no,
      recipient, payload, attempts, next_attempt_at, created_at, sent_at)
    select ${PORTFOLIO}::integer, 'bench' || n, 'N' || n, 'debitNotice/' || ${loanNo} || '/' || ${noticeEnd}::text,
      'paymentUpcoming', 'mail', 'bench' || n, ${loanNo}, '', '', 0, ${ANNOUNCED}::timestamptz,
      ${ANNOUNCED}::timestamptz, ${ANNOUNCED}::timestamptz from ${each}`)
}

/** Sealed account numbers are bound to their loan, so each is sealed for itself; permissions name the account. */
async function seedAccounts(deps: MoneyDeps, count: number): Promise<void> {
  const { cipher, database } = deps
  for (let start = 0; start < count; start += ACCOUNTS_AT_ONCE) {
    const size = Math.min(ACCOUNTS_AT_ONCE, count - start)
    const rows = Array.from({ length: size }, (_, index) => {
      const n = start + index + 1
      const place = { portfolioId: PORTFOLIO, loanNo: `118-${n.toString().padStart(7, '0')}`, sequence: 1 }
      const accountNumber = `000${n.toString().padStart(9, '0')}`
      return {
        ...place,
        customerKey: `bench${n}`,
        openId: `bench${n}`,
        routingNumber: ROUTING,
        accountType: 'checking' as const,
        accountTail: accountNumber.slice(-4),
        tailIndex: tailIndexOf(cipher, accountNumber.slice(-4)),
        accountNumber: cipher.seal(loanAccountPlace(place, 'account_number'), accountNumber),
        holderName: cipher.seal(loanAccountPlace(place, 'holder_name'), 'Jordan Sample'),
        accountKey: accountKeyOf(deps, { routingNumber: ROUTING, accountNumber }),
        source: 'application' as const,
        validatedBy: 'bankLink' as const,
        prenoteTrace: null,
        prenoteFileNo: null,
        prenoteEffectiveDate: null,
        prenoteReturnCode: null,
        prenoteReturnedAt: null,
        entryKey: null,
        linkRequestCode: null,
        linkEndedAt: null,
        createdAt: new Date(FUNDED),
        endedAt: null,
      }
    })
    await bulkInsert(database.db, loanAccounts, rows)
  }
  await database.db.execute(sql`insert into debit_authorizations (portfolio_id, customer_key, authorization_no, loan_no, open_id,
      kind, account_key, granted_at)
    select portfolio_id, customer_key, 'B' || loan_no, loan_no, open_id, 'agreement', account_key, ${FUNDED}::timestamptz
    from loan_accounts`)
}

/** Originates the batch and transmits its files, as the timetable does, and returns what it took. */
export async function originateDueDebits(work: BatchWork) {
  const deps = await open(work, CUT)
  const start = performance.now()
  const run = await originateWholeBatch(deps, PORTFOLIO, 'bench')
  const originateSeconds = (performance.now() - start) / 1_000
  await transmitFiles(deps)
  const seconds = (performance.now() - start) / 1_000
  const peakMiB = process.resourceUsage().maxRSS / 1_024
  await deps.database.close()
  if (!run.ok) throw new Error('the batch is cut')
  const entries = run.value.files.reduce((sum, { debits }) => sum + debits, 0)
  const [ineligible] = run.value.ineligible
  return {
    seconds,
    originateSeconds,
    peakMiB,
    entries,
    files: run.value.files.length,
    ineligible: ineligible?.rule ?? null,
  }
}

/** The rows that the batch wrote, written again by plain SQL into tables with the same keys and indexes. */
export async function copyWrittenRows({ databaseUrl }: BatchWork): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, poolSize: 1 })
  const tables = ['transactions', 'transaction_history', 'guard_decisions', 'ach_entries', 'trace_numbers']
  for (const table of tables)
    await database.executeSql(`create table floor_${table} (like ${table} including all)`)
  const start = performance.now()
  for (const table of tables) {
    const only = table === 'transactions' ? `where type = ${TransactionType.debit}` : ''
    await database.executeSql(`insert into floor_${table} select * from ${table} ${only}`)
  }
  const seconds = (performance.now() - start) / 1_000
  await database.close()
  return seconds
}
