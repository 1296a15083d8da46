import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { type DueWindow, listDueLoans } from '@dolphin/database/payments/due-money-repository'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { type Result, refuse } from '../../refusal.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { reportFailure } from '../../jobs/one-of-many.ts'
import { partOf, type UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay } from './batch-file.ts'
import {
  type OriginatedFile,
  originatePage,
  type OriginatedPage,
  type IneligibleTransaction,
  firstPage,
} from './batch-page.ts'
import { transmitFiles } from './transmit-files.ts'
import { type FailedLoan, LoanFailure } from '../servicing/loan-failure.ts'
import { mailChecks } from './mail-checks.ts'
import { moveMissedCredits } from './missed-cut-off.ts'
import { reportUnsignedTerms } from './unsigned-terms.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { BATCH_ROUND } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'

/** What a run came to. */
export interface BatchRun extends BatchDay {
  readonly portfolioId: number
  /** One for every 10,000 entries of the portfolio's ACH originator, or none where nothing is due. */
  readonly files: readonly OriginatedFile[]
  readonly ineligible: readonly IneligibleTransaction[]
  /** Loans without which the files were cut, because they failed; the next run tries them again. */
  readonly failed: readonly FailedLoan[]
  /** The last loan that was looked at, where more are due after it; else null. */
  readonly continuesAfter: string | null
}

interface OpenWindow {
  readonly data: PortfolioData
  readonly day: BatchDay
  readonly due: DueWindow
}

/**
 * The window of a batch: what is due by the next banking day. Agreed payments whose grace is over are not sent any
 * more; they are past due.
 */
function openWindow(deps: MoneyDeps, portfolioId: number, now: Date): Result<OpenWindow> {
  const data = deps.portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const { day: businessDate, isOpenToday } = nextBatchCutOff(hoursOf(data, deps.calendar), now)
  if (!isOpenToday) return refuse('batchNotAllowed')
  const effectiveEntryDate = deps.calendar.next(businessDate)
  const after: LocalDate = addDays(businessDate, -data.portfolio.pastDueGraceDays - 1)
  return ok({ data, day: { businessDate, effectiveEntryDate }, due: { after, upTo: effectiveEntryDate } })
}

/**
 * Cuts the next file of a portfolio's batch in the caller's transaction: credits and refunds that are planned, agreed
 * payments and other eligible debits, each 0 → 1 → 4 with its history. All of it or nothing; sending
 * the file is handOverFiles' business, after the commit. `after`: where an earlier file of the same run ended.
 *
 * Errors: `notFound`; `batchNotAllowed` on a day without banks and after the cut-off. Source: domain.md §9.
 */
export async function originateBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  actor: string,
  after = '',
): Promise<Result<BatchRun>> {
  const window = openWindow(deps, portfolioId, unit.now)
  if (!window.ok) return window
  const { data, day, due } = window.value
  await lockByName(unit.tx, `batch/${portfolioId}`)
  await moveMissedCredits(deps, unit, data)
  await reportUnsignedTerms(deps, unit, data)
  const failed = await mailChecks(deps, unit, portfolioId, day, actor)
  const loans = await listDueLoans(unit.tx, portfolioId, due, after)
  const loanNos = firstPage(loans)
  const page = (some: readonly string[]) =>
    partOf(unit, (part) => originatePage(deps, part, data, { day, window: due, loanNos: some, actor }))
  const { file, ineligible } = await cutWithoutFailed(deps, loanNos, failed, page, unit)
  unit.afterCommit(() => deps.failedWork.loansSucceeded(BATCH_ROUND, portfolioId, without(loanNos, failed)))
  const continuesAfter = loanNos.length < loans.length ? (loanNos.at(-1) ?? null) : null
  return ok({
    portfolioId,
    ...day,
    files: file === undefined ? [] : [file],
    ineligible,
    failed,
    continuesAfter,
  })
}

/**
 * Cuts the whole batch of a portfolio, each file in a transaction of its own, so that no lock is held for long and a
 * crash loses no file that was cut. Errors: as originateBatch.
 */
export async function originateWholeBatch(
  deps: MoneyDeps,
  portfolioId: number,
  actor: string,
  after = '',
): Promise<Result<BatchRun>> {
  const window = openWindow(deps, portfolioId, deps.clock.now())
  if (!window.ok) return window
  const { data, day, due } = window.value
  const failed: FailedLoan[] = []
  await deps.units.write(async (unit) => {
    await lockByName(unit.tx, `batch/${portfolioId}`)
    await moveMissedCredits(deps, unit, data)
    await reportUnsignedTerms(deps, unit, data)
    failed.push(...(await mailChecks(deps, unit, portfolioId, day, actor)))
    return ok(undefined)
  })
  let left = await listDueLoans(deps.database.db, portfolioId, due, after)
  const files: OriginatedFile[] = []
  const ineligible: IneligibleTransaction[] = []
  while (left.length > 0) {
    const loanNos = firstPage(left)
    left = left.slice(loanNos.length)
    const originated = await cutWithoutFailed(deps, loanNos, failed, async (some) => {
      const page = await deps.units.write(async (unit): Promise<Result<OriginatedPage>> => {
        await lockByName(unit.tx, `batch/${portfolioId}`)
        return ok(await originatePage(deps, unit, data, { day, window: due, loanNos: some, actor }))
      })
      assert(page.ok, 'a file is not refused')
      return page.value
    })
    deps.faultPoint?.('batch: after the commit, before the hand-over')
    if (originated.file !== undefined) files.push(originated.file)
    ineligible.push(...originated.ineligible)
    await deps.failedWork.loansSucceeded(BATCH_ROUND, portfolioId, without(loanNos, failed))
  }
  return ok({ portfolioId, ...day, files, ineligible, failed, continuesAfter: null })
}

const without = (loanNos: readonly string[], failed: readonly FailedLoan[]): string[] =>
  loanNos.filter((loanNo) => !failed.some((one) => one.loanNo === loanNo))

/**
 * Cuts a file of these loans. Where one of them fails, the file is cut again without it: its transaction is undone, the
 * failure reported and added to `failed`. A failure that is of no one loan is thrown.
 */
async function cutWithoutFailed(
  deps: MoneyDeps,
  loanNos: readonly string[],
  failed: FailedLoan[],
  originated: (loanNos: readonly string[]) => Promise<OriginatedPage>,
  within?: UnitOfWork,
): Promise<OriginatedPage> {
  let left = loanNos
  for (;;) {
    try {
      return await originated(left)
    } catch (error) {
      if (!(error instanceof LoanFailure)) throw error
      const { loanNo, cause } = error
      const failure = await reportFailure(deps, BATCH_ROUND, { loanNo }, cause, within)
      failed.push({ loanNo, failure })
      left = left.filter((one) => one !== loanNo)
    }
  }
}

export const ORIGINATE_BATCH_JOB = STORED_NAMES.queue.originateBatch

/** Cuts what a run on demand left, because one request is one transaction and so one file. */
export const originateBatchJob = (deps: MoneyDeps): JobDefinition => ({
  name: ORIGINATE_BATCH_JOB,
  async run({ portfolioId, actor, after }) {
    await originateWholeBatch(deps, Number(portfolioId), String(actor), String(after))
    await transmitFiles(deps)
  },
})
