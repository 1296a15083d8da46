import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { DueWindow } from '@dolphin/database/payments/due-money-repository'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { type FundingHours, openSameDay } from '@dolphin/domain/disbursement/same-day-ach'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { type Result, refuse } from '../../refusal.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, DayOrder } from './batch-file.ts'
import type { IneligibleTransaction } from './batch-page.ts'
import { type FileRequest, type FileRun, type OriginatedFile, originateFile } from './originate-file.ts'
import { transmitFiles } from './transmit-files.ts'
import type { FailedLoan } from '../servicing/loan-failure.ts'
import { mailChecks } from './mail-checks.ts'
import { moveMissedCredits } from './missed-cut-off.ts'
import { reportUnsignedTerms } from './unsigned-terms.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { MOST_NAMED } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'

/** What a run came to. */
export interface BatchRun extends BatchDay {
  readonly portfolioId: number
  /** The same-day file first; as many as the entries need, or none where nothing is due. */
  readonly files: readonly OriginatedFile[]
  /** Of the whole batch, the first thousand. */
  readonly ineligible: readonly IneligibleTransaction[]
  readonly ineligibleCount: number
  /** Loans without which the files were generated, because they failed; the next run tries them again. */
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

/** Who originates a batch, and the loan after which it goes on where an earlier file of the run ended. */
interface BatchOrder {
  readonly actor: string
  readonly after?: string
}

/**
 * Generates the next files of a portfolio's batch in the caller's transaction: disbursements for today in a same-day file,
 * then credits and refunds that are planned, agreed payments and other eligible debits, each 0 → 1 → 4 with its history.
 * All of it or nothing; `transmitFiles` sends the files after the commit. `after`: where an earlier file of the same run
 * ended.
 *
 * Errors: `notFound`; `batchNotAllowed` on a day without banks and after the cut-off. Source: domain.md §9.
 */
export async function originateBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { actor, after = '' }: BatchOrder,
): Promise<Result<BatchRun>> {
  const window = openWindow(deps, portfolioId, unit.now)
  if (!window.ok) return window
  const { data, day, due, sameDay } = window.value
  const unsent = await sendWithoutFile(deps, unit, data, { day, actor })
  const first = sameDay && (await originateFile(deps, unit, data, sameDayRequest(sameDay, actor)))
  const rest = await originateFile(deps, unit, data, { day, window: due, actor, after })
  const runs = [first, rest].filter((run) => run !== undefined)
  const ineligible = runs.flatMap((run) => run.ineligible)
  const hasMore = runs.some(({ continuesAfter }) => continuesAfter !== null)
  return ok({
    portfolioId,
    ...day,
    files: runs.flatMap(({ file }) => file ?? []),
    ineligible,
    ineligibleCount: ineligible.length,
    failed: [...unsent, ...runs.flatMap((run) => run.failed)],
    continuesAfter: hasMore ? (rest.continuesAfter ?? after) : null,
  })
}

/** What is sent leaves the plan, so every run looks at all of today's disbursements. */
const sameDayRequest = (day: BatchDay, actor: string): FileRequest => ({
  day,
  window: noDebits(day),
  actor,
  after: '',
})

/** What goes before the files: credits that missed their batch move on, checks are mailed. Answers the loans that failed. */
async function sendWithoutFile(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { day, actor }: DayOrder,
): Promise<FailedLoan[]> {
  const { portfolioId } = data.portfolio
  await lockByName(unit.tx, `batch/${portfolioId}`)
  await moveMissedCredits(deps, unit, data)
  await reportUnsignedTerms(deps, unit, data)
  return await mailChecks(deps, unit, portfolioId, { day, actor })
}

/**
 * Originates the whole batch of a portfolio, each file in a transaction of its own, so that no lock is held for long and a
 * crash loses no file that was generated. Errors: as originateBatch.
 */
export async function originateWholeBatch(
  deps: MoneyDeps,
  portfolioId: number,
  actor: string,
  from = '',
): Promise<Result<BatchRun>> {
  const window = openWindow(deps, portfolioId, deps.clock.now())
  if (!window.ok) return window
  const { data, day, due, sameDay } = window.value
  const unsent = await deps.units.write(async (unit) =>
    ok(await sendWithoutFile(deps, unit, data, { day, actor })),
  )
  const requests = [
    ...(sameDay === undefined ? [] : [sameDayRequest(sameDay, actor)]),
    { day, window: due, actor, after: from },
  ]
  const generated = await generateFiles(deps, data, requests)
  return ok({
    portfolioId,
    ...day,
    ...generated,
    failed: [...valueOf(unsent), ...generated.failed],
    continuesAfter: null,
  })
}

/** What the files of a run came to. */
type GeneratedFiles = Pick<BatchRun, 'files' | 'ineligible' | 'ineligibleCount' | 'failed'>

/**
 * Generates the same-day files of a portfolio; undefined where none can be sent today. The credits of a file are planned
 * no more, so a repeated run generates nothing. Source: domain.md §9.
 */
export async function originateSameDay(
  deps: MoneyDeps,
  data: PortfolioData,
  actor: string,
): Promise<GeneratedFiles | undefined> {
  const sameDay = sameDayOf(hoursOf(data, deps.calendar), deps.clock.now())
  return sameDay && (await generateFiles(deps, data, [sameDayRequest(sameDay, actor)]))
}

/** Generates the requested files, each in a transaction of its own. */
async function generateFiles(
  deps: MoneyDeps,
  data: PortfolioData,
  requests: readonly FileRequest[],
): Promise<GeneratedFiles> {
  const files: OriginatedFile[] = []
  const ineligible: IneligibleTransaction[] = []
  const failed: FailedLoan[] = []
  let ineligibleCount = 0
  for (const request of requests) {
    for (let after: string | null = request.after; after !== null; ) {
      const next: FileRequest = { ...request, after }
      const run: FileRun = valueOf(
        await deps.units.write(async (unit) => ok(await originateFile(deps, unit, data, next))),
      )
      if (run.file !== undefined) files.push(run.file)
      ineligible.push(...run.ineligible.slice(0, MOST_NAMED - ineligible.length))
      ineligibleCount += run.ineligible.length
      failed.push(...run.failed)
      after = run.continuesAfter
    }
  }
  return { files, ineligible, ineligibleCount, failed }
}

function valueOf<Value>(result: Result<Value>): Value {
  assert(result.ok, 'a file is not refused')
  return result.value
}

export const ORIGINATE_BATCH_JOB = STORED_NAMES.queue.originateBatch

/** Generates what a run on demand left, because one request is one transaction and so one file. */
export const originateBatchJob = (deps: MoneyDeps): JobDefinition => ({
  name: ORIGINATE_BATCH_JOB,
  async run({ portfolioId, actor, after }) {
    await originateWholeBatch(deps, Number(portfolioId), String(actor), String(after))
    await transmitFiles(deps)
  },
})
