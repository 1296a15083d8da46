import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  type DueLoan,
  type DueWindow,
  listDueLoans,
  listLoansToCredit,
} from '@dolphin/database/payments/due-money-repository'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { type FundingHours, openSameDay } from '@dolphin/domain/disbursement/same-day-ach'
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
  type PageRequest,
} from './batch-page.ts'
import { transmitFiles } from './transmit-files.ts'
import { type FailedLoan, LoanFailure } from '../servicing/loan-failure.ts'
import { mailChecks } from './mail-checks.ts'
import { moveMissedCredits } from './missed-cut-off.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { BATCH_ROUND } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'

/** What a run came to. */
export interface BatchRun extends BatchDay {
  readonly portfolioId: number
  /** The same-day file first; one for every 10,000 entries of the portfolio's ACH originator, none where nothing is due. */
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
  /** Disbursements for today go ahead, in a file of their own. Undefined where none can be sent today. */
  readonly sameDay: BatchDay | undefined
}

/**
 * The window of a batch: what is due by the next banking day. Agreed payments whose grace is over are not sent any
 * more; they are past due.
 */
function openWindow(deps: MoneyDeps, portfolioId: number, now: Date): Result<OpenWindow> {
  const data = deps.portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const hours = hoursOf(data, deps.calendar)
  const { day: businessDate, isOpenToday } = nextBatchCutOff(hours, now)
  if (!isOpenToday) return refuse('batchNotAllowed')
  const effectiveEntryDate = deps.calendar.next(businessDate)
  const after: LocalDate = addDays(businessDate, -data.portfolio.pastDueGraceDays - 1)
  return ok({
    data,
    day: { businessDate, effectiveEntryDate },
    due: { after, upTo: effectiveEntryDate },
    sameDay: sameDayOf(hours, now),
  })
}

function sameDayOf(hours: FundingHours, now: Date): BatchDay | undefined {
  const today = openSameDay(hours, now)
  return today === undefined ? undefined : { businessDate: today, effectiveEntryDate: today }
}

/** No debit is due in a same-day file. */
const noDebits = ({ businessDate }: BatchDay): DueWindow => ({ after: businessDate, upTo: businessDate })

/**
 * Cuts the next files of a portfolio's batch in the caller's transaction: disbursements for today in a same-day file,
 * then credits and refunds that are planned, agreed payments and other eligible debits, each 0 → 1 → 4 with its
 * history. All of it or nothing; sending the files is transmitFiles' business, after the commit. `after`: where an
 * earlier file of the same run ended.
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
  const { data, day, due, sameDay } = window.value
  await lockByName(unit.tx, `batch/${portfolioId}`)
  await moveMissedCredits(deps, unit, data)
  const failed = await mailChecks(deps, unit, portfolioId, day, actor)
  const cut = async (page: Pick<PageRequest, 'day' | 'window'>, loanNos: readonly string[]) => {
    const originate = (some: readonly string[]) =>
      partOf(unit, (part) => originatePage(deps, part, data, { ...page, loanNos: some, actor }))
    return await cutWithoutFailed(deps, loanNos, failed, originate, unit)
  }
  const today =
    sameDay === undefined ? [] : await listLoansToCredit(unit.tx, portfolioId, sameDay.businessDate)
  const todays = firstPage(today)
  const first = sameDay && (await cut({ day: sameDay, window: noDebits(sameDay) }, todays))
  const loans = await listDueLoans(unit.tx, portfolioId, due, after)
  const loanNos = firstPage(loans)
  const pages = [first, await cut({ day, window: due }, loanNos)].filter((page) => page !== undefined)
  const done = without([...new Set([...todays, ...loanNos])], failed)
  unit.afterCommit(() => deps.failedWork.loansSucceeded(BATCH_ROUND, portfolioId, done))
  const hasMore = loanNos.length < loans.length || todays.length < today.length
  return ok({
    portfolioId,
    ...day,
    files: pages.flatMap(({ file }) => file ?? []),
    ineligible: pages.flatMap(({ ineligible }) => ineligible),
    failed,
    continuesAfter: hasMore ? (loanNos.at(-1) ?? '') : null,
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
  const { data, day, due, sameDay } = window.value
  const failed: FailedLoan[] = []
  await deps.units.write(async (unit) => {
    await lockByName(unit.tx, `batch/${portfolioId}`)
    await moveMissedCredits(deps, unit, data)
    failed.push(...(await mailChecks(deps, unit, portfolioId, day, actor)))
    return ok(undefined)
  })
  const first = sameDay && (await cutSameDay(deps, data, sameDay, actor, failed))
  const left = await listDueLoans(deps.database.db, portfolioId, due, after)
  const rest = await cutPages(deps, data, { day, window: due, actor }, left, failed)
  return ok({
    portfolioId,
    ...day,
    files: [...(first?.files ?? []), ...rest.files],
    ineligible: [...(first?.ineligible ?? []), ...rest.ineligible],
    failed,
    continuesAfter: null,
  })
}

/** What the files of a run came to. */
type CutFiles = Pick<BatchRun, 'files' | 'ineligible'>

/**
 * Cuts the same-day files of a portfolio; undefined where none can be sent today. The credits of a file that is cut are
 * planned no more, so a run that is repeated cuts nothing. Source: domain.md §9.
 */
export async function originateSameDay(
  deps: MoneyDeps,
  data: PortfolioData,
  actor: string,
): Promise<(CutFiles & Pick<BatchRun, 'failed'>) | undefined> {
  const sameDay = sameDayOf(hoursOf(data, deps.calendar), deps.clock.now())
  if (sameDay === undefined) return undefined
  const failed: FailedLoan[] = []
  return { ...(await cutSameDay(deps, data, sameDay, actor, failed)), failed }
}

async function cutSameDay(
  deps: MoneyDeps,
  data: PortfolioData,
  day: BatchDay,
  actor: string,
  failed: FailedLoan[],
): Promise<CutFiles> {
  const due = await listLoansToCredit(deps.database.db, data.portfolio.portfolioId, day.businessDate)
  return await cutPages(deps, data, { day, window: noDebits(day), actor }, due, failed)
}

async function cutPages(
  deps: MoneyDeps,
  data: PortfolioData,
  page: Omit<PageRequest, 'loanNos'>,
  due: readonly DueLoan[],
  failed: FailedLoan[],
): Promise<CutFiles> {
  const { portfolioId } = data.portfolio
  const files: OriginatedFile[] = []
  const ineligible: IneligibleTransaction[] = []
  for (let left = due; left.length > 0; ) {
    const loanNos = firstPage(left)
    left = left.slice(loanNos.length)
    const originated = await cutWithoutFailed(deps, loanNos, failed, async (some) => {
      const cut = await deps.units.write(async (unit): Promise<Result<OriginatedPage>> => {
        await lockByName(unit.tx, `batch/${portfolioId}`)
        return ok(await originatePage(deps, unit, data, { ...page, loanNos: some }))
      })
      assert(cut.ok, 'a file is not refused')
      return cut.value
    })
    deps.faultPoint?.('batch: after the commit, before the hand-over')
    if (originated.file !== undefined) files.push(originated.file)
    ineligible.push(...originated.ineligible)
    await deps.failedWork.loansSucceeded(BATCH_ROUND, portfolioId, without(loanNos, failed))
  }
  return { files, ineligible }
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
