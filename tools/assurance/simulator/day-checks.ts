import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listOpenLoans } from '@dolphin/database/loans/open-loan-repository'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { leavesFrom } from '@dolphin/domain/notices/quiet-hours'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Mail } from '@dolphin/integrations/mail/mail-sender'
import { sql } from 'drizzle-orm'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { moneyViolations } from '@dolphin/api/testing/money-invariants'
import type { MoneyRule } from '@dolphin/api/testing/money-invariants/money-rows'
import { strandedNow } from '@dolphin/api/testing/stranded-now'
import type { BankEntry } from './simulated-bank.ts'

/** What is broken: an invariant of the rows, or what bank, mail host and borrowers see beside them. */
export interface DayViolation {
  readonly rule: MoneyRule | 'bank' | 'notices' | 'promise' | 'forgotten' | 'stranded' | 'failure'
  readonly loanNo: string | null
  readonly words: string
}

/** What the world outside has seen of a day. */
export interface DayOutside {
  readonly entries: readonly BankEntry[]
  readonly mails: readonly Mail[]
}

/** Remembers what the world outside has seen, for nothing may come twice, on whatever day. */
export interface DayChecks {
  /**
   * Checks a day that has ended: everything that touches the loans of which something moved, what the world outside
   * saw, and with `whole` all loans and chains.
   */
  check(api: TestApi, day: LocalDate, outside: DayOutside, whole: boolean): Promise<readonly DayViolation[]>
  /** A borrower was told that nothing more is taken by itself. */
  promised(loanNo: string, at: Date): void
}

export function createDayChecks(): DayChecks {
  const traces = new Set<string>()
  const messages = new Set<string>()
  const promises = new Map<string, Date>()
  const bankFaults = (entries: readonly BankEntry[]): DayViolation[] =>
    entries.flatMap(({ traceNumber, loanNo, fileName }): DayViolation[] => {
      const isTwice = traces.has(traceNumber)
      traces.add(traceNumber)
      return isTwice
        ? [{ rule: 'bank', loanNo, words: `entry ${traceNumber} came again in ${fileName}` }]
        : []
    })
  const mailFaults = (mails: readonly Mail[]): DayViolation[] =>
    mails.flatMap(({ messageId, subject }): DayViolation[] => {
      const isTwice = messages.has(messageId)
      messages.add(messageId)
      return isTwice ? [{ rule: 'notices', loanNo: null, words: `"${subject}" went out twice` }] : []
    })
  return {
    promised: (loanNo, at) => void promises.set(loanNo, at),
    async check(api, day, { entries, mails }, whole) {
      const { db } = api.database
      const loans = whole ? undefined : await touchedLoans(db, api.deps.clock.now())
      return [
        ...bankFaults(entries),
        ...mailFaults(mails),
        ...(await unknownEntries(db, entries)),
        ...(await brokenPromises(db, promises)),
        ...(await unsentNotices(db, api.deps.clock.now())),
        ...(await nightNotices(db, api.deps.clock.now())),
        ...(await lostInstallments(db, day)),
        ...(await stuckTransactions(db, day)),
        ...(await forgottenLoans(db, day)),
        ...(await stranded(api, day)),
        ...(await moneyViolations(api.deps, db, {
          ...(loans === undefined ? {} : { loans }),
          chains: whole,
        })),
      ]
    },
  }
}

/** The loans of which something moved within a day, with all others of their customers. */
async function touchedLoans(db: Executor, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const { rows } = await db.execute<{ loan_no: string }>(sql`
    with touched as (
      select loan_no from loans where updated_at >= ${since}
      union select loan_no from transactions where updated_at >= ${since}
      union select loan_no from account_entries where created_at >= ${since}
      union select loan_no from loan_changes where requested_at >= ${since} or closed_at >= ${since}
      union select loan_no from payment_plans where created_at >= ${since}
      union select loan_no from debit_authorizations where granted_at >= ${since} or revoked_at >= ${since})
    select loan_no from loans where loan_no in (select loan_no from touched)
      or open_id in (select l.open_id from loans l join touched using (loan_no))`)
  return rows.map(({ loan_no: loanNo }) => loanNo)
}

/** What the bank got is what the lender's records say was sent: same trace number, same amount, same day. */
async function unknownEntries(db: Executor, entries: readonly BankEntry[]): Promise<DayViolation[]> {
  if (entries.length === 0) return []
  const traces = entries.map(({ traceNumber }) => traceNumber)
  const { rows } = await db.execute<{ trace: string; amount: string; day: string }>(sql`
    select trace_number as trace, amount::text as amount, effective_date::text as day from ach_entries
      where trace_number = any(${sql.param(traces)}::text[])
    union all
    select prenote_trace, '0', prenote_effective_date::text from loan_accounts
      where prenote_trace = any(${sql.param(traces)}::text[])
    union all
    select trace_number, amount::text, effective_date::text from dishonored_returns
      where trace_number = any(${sql.param(traces)}::text[])`)
  const known = new Map(rows.map(({ trace, amount, day }) => [trace, `${amount} on ${day}`]))
  return entries.flatMap(({ traceNumber, amount, effectiveDate, loanNo }): DayViolation[] => {
    const got = `${amount} on ${formatLocalDate(effectiveDate)}`
    const must = known.get(traceNumber)
    const words = `the bank got ${got} as ${traceNumber}, the records say ${must ?? 'nothing'}`
    return must === got ? [] : [{ rule: 'bank', loanNo, words }]
  })
}

/** Nothing is in a file that was cut after a borrower was told that automatic payments had ended. */
async function brokenPromises(db: Executor, promises: ReadonlyMap<string, Date>): Promise<DayViolation[]> {
  if (promises.size === 0) return []
  const { rows } = await db.execute<{ loan_no: string; at: string; what: string }>(sql`
    select t.loan_no, f.created_at::text as at, t.transaction_no as what from ach_entries e
      join ach_files f using (portfolio_id, file_no) join transactions t using (portfolio_id, transaction_no)
      where t.type = ${TransactionType.debit} and t.purpose in ('installment', 'representment')
        and t.loan_no = any(${sql.param([...promises.keys()])}::text[])`)
  return rows.flatMap(({ loan_no: loanNo, at, what }): DayViolation[] => {
    const promisedAt = promises.get(loanNo)
    const isBroken = promisedAt !== undefined && new Date(at) > promisedAt
    return isBroken ? [{ rule: 'promise', loanNo, words: `${what} was cut after its borrower ended it` }] : []
  })
}

const NOTICE_LIMIT_DAYS = 4

/** A notice waits no longer than a mail host is away, and none is given up. */
async function unsentNotices(db: Executor, now: Date): Promise<DayViolation[]> {
  const before = new Date(now.getTime() - NOTICE_LIMIT_DAYS * DAY_MS).toISOString()
  const { rows } = await db.execute<{ loan_no: string | null; kind: string; what: string }>(sql`
    select loan_no, kind, notice_id as what from outbox
      where sent_at is null and (failed_at is not null or created_at < ${before})`)
  return rows.map(({ loan_no: loanNo, kind, what }) => {
    return { rule: 'notices', loanNo, words: `${kind} ${what} never went out` } as const
  })
}

/** At night only answers to an act of a borrower leave. All simulated borrowers live in Delaware. */
async function nightNotices(db: Executor, now: Date): Promise<DayViolation[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const { rows } = await db.execute<{ loan_no: string | null; kind: NoticeKind; at: string }>(sql`
    select loan_no, kind, sent_at::text as at from mails where sent_at >= ${since}`)
  return rows.flatMap(({ loan_no: loanNo, kind, at }): DayViolation[] => {
    const sentAt = new Date(at)
    const isInTime = leavesFrom(kind, [NEW_YORK], sentAt).getTime() === sentAt.getTime()
    return isInTime ? [] : [{ rule: 'notices', loanNo, words: `${kind} left at night, ${at}` }]
  })
}

/** What the bank has settles on its day. */
async function stuckTransactions(db: Executor, day: LocalDate): Promise<DayViolation[]> {
  const { rows } = await db.execute<{ loan_no: string; what: string }>(sql`
    select loan_no, transaction_no as what from transactions
      where status = ${TransactionStatus.onBatch} and effective_date < ${formatLocalDate(day)}::date`)
  return rows.map(({ loan_no: loanNo, what }) => {
    return { rule: 'I3', loanNo, words: `${what} was not settled on its day` } as const
  })
}

const PORTFOLIO = 118
const PAGE = 1_000

/** No loan is stranded, and no money of a borrower: the nightly round would open no work item. */
async function stranded({ deps, database }: TestApi, day: LocalDate): Promise<DayViolation[]> {
  const { db } = database
  const endedSince = new Date(deps.clock.now().getTime() - DAY_MS)
  const found: DayViolation[] = []
  for (let after = ''; ; ) {
    const page = await listOpenLoans(db, { portfolioId: PORTFOLIO, endedSince, after, limit: PAGE })
    for (const loanNo of page) {
      const loan = await findLoan(db, { portfolioId: PORTFOLIO, loanNo })
      const words = loan === undefined ? [] : await strandedNow(deps, db, loan, day)
      found.push(...words.map((what): DayViolation => ({ rule: 'stranded', loanNo, words: what })))
    }
    after = page.at(-1) ?? ''
    if (page.length < PAGE) return found
  }
}

const FORGOTTEN_DAYS = 45

/** A loan that runs has a payment to come, or had one lately: else it has ended, or somebody looks after what is owed. */
async function forgottenLoans(db: Executor, day: LocalDate): Promise<DayViolation[]> {
  const since = formatLocalDate(addDays(day, -FORGOTTEN_DAYS))
  const { rows } = await db.execute<{ loan_no: string }>(sql`
    select l.loan_no from loans l where l.status = ${LoanStatus.processing}
      and not exists (select from payment_plans p join installments i using (portfolio_id, plan_no)
        where p.portfolio_id = l.portfolio_id and p.loan_no = l.loan_no and p.superseded_at is null
          and (i.flags & 5) = 0 and i.due_date >= ${since}::date)
      and not exists (select from transactions t where t.portfolio_id = l.portfolio_id and t.loan_no = l.loan_no
        and t.type = ${TransactionType.debit} and t.effective_date >= ${since}::date)`)
  return rows.map(({ loan_no: loanNo }) => {
    return {
      rule: 'forgotten',
      loanNo,
      words: `it owes, and nothing was due or taken since ${since}`,
    } as const
  })
}

const LOOKED_BACK_DAYS = 10

/**
 * No agreed payment is lost: once its day is over there is a transaction for it, or the result of the eligibility check why not. Of loans
 * that ran all the while and pay by themselves.
 */
async function lostInstallments(db: Executor, day: LocalDate): Promise<DayViolation[]> {
  const [from, to] = [addDays(day, -LOOKED_BACK_DAYS), addDays(day, -1)].map(formatLocalDate)
  const { rows } = await db.execute<{ loan_no: string; number: number; due: string }>(sql`
    select i.loan_no, i.number, i.due_date::text as due from installments i
      join payment_plans p using (portfolio_id, plan_no)
      join loans l on l.portfolio_id = i.portfolio_id and l.loan_no = i.loan_no
      where p.superseded_at is null and l.status in (${LoanStatus.disbursed}, ${LoanStatus.processing}) and (i.flags & 1) = 0
        and i.due_date between ${from}::date and ${to}::date and i.amount > 0
        and not exists (select from transactions t where t.portfolio_id = i.portfolio_id
          and t.loan_no = i.loan_no and (t.installment_number = i.number or t.purpose = 'rescission'))
        and not exists (select from guard_decisions g where g.portfolio_id = i.portfolio_id
          and g.loan_no = i.loan_no and g.at::date >= i.due_date - 7)
        and not exists (select from loan_history h where h.portfolio_id = i.portfolio_id
          and h.loan_no = i.loan_no and h.at::date >= i.due_date - 7
          and (h.from_status in (${LoanStatus.suspended}, ${LoanStatus.collecting}) or h.to_status in (${LoanStatus.suspended}, ${LoanStatus.collecting})))
        and exists (select from debit_authorizations a where a.portfolio_id = i.portfolio_id
          and a.loan_no = i.loan_no and a.kind <> 'singlePayment' and a.revoked_at is null)`)
  return rows.map(({ loan_no: loanNo, number, due }) => {
    return { rule: 'I2', loanNo, words: `payment ${number} of ${due} was neither taken nor refused` } as const
  })
}
