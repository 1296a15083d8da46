import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { insertAchFile, type NewAchFile } from '@dolphin/database/payments/ach-file-repository'
import {
  type DueLoan,
  type DueWindow,
  listDueLoans,
  listLoansToCredit,
} from '@dolphin/database/payments/due-money-repository'
import { pagesOfLoans } from '@dolphin/database/payments/loan-pages'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { reportFailure } from '../../jobs/one-of-many.ts'
import { partOf, type UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'
import { type FailedLoan, LoanFailure } from '../servicing/loan-failure.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import {
  type BatchDay,
  type FileContent,
  type FileEntry,
  nextFileName,
  storeBatchFile,
} from './batch-file.ts'
import { type IneligibleTransaction, originatePage, type OriginatedPage } from './batch-page.ts'
import { originateDishonors } from './returns/originate-dishonors.ts'
import { BATCH_ROUND } from './round-limits.ts'
import { isSameDayRun } from './same-day-credit.ts'

/** A file as it was generated. */
export type OriginatedFile = NewAchFile &
  Pick<BatchDay, 'effectiveEntryDate'> & {
    readonly credits: number
    readonly debits: number
    readonly prenotes: number
    /** Returns that are dishonored with it. */
    readonly sentBack: number
  }

/** What one file's transaction came to. */
export interface FileRun {
  /** Undefined where nothing goes out. */
  readonly file: OriginatedFile | undefined
  readonly ineligible: readonly IneligibleTransaction[]
  /** Loans without which the file was generated, because they failed; the next run tries them again. */
  readonly failed: readonly FailedLoan[]
  /** The last loan that was looked at, where more are due after it; else null. */
  readonly continuesAfter: string | null
}

/** What is looked for, and after which loan. */
export interface FileRequest {
  readonly day: BatchDay
  readonly window: DueWindow
  readonly actor: string
  readonly after: string
}

/**
 * Most entries of one file; the rest goes into the next. A day has 36 files, so more than a million entries; their
 * loans stay locked until the file is written, and the entries in memory.
 */
const MOST_ENTRIES = 30_000
/** Money to the customer is written one by one, so fewer of it fit a transaction. */
const CREDIT_WEIGHT = 20
/** Loans whose rows lie in memory at once. */
const LOANS_AT_ONCE = 500

/** A file that is being filled. */
interface Filling extends FileContent {
  readonly entries: FileEntry[]
  readonly ineligible: IneligibleTransaction[]
  readonly failed: FailedLoan[]
}

/**
 * Generates the next file of a portfolio's batch in the caller's transaction: all of it or nothing. The rows of its loans are
 * read and written page by page; only the entries are kept until the file is full or nothing more is due.
 */
export async function originateFile(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  request: FileRequest,
): Promise<FileRun> {
  const { portfolioId } = data.portfolio
  await lockByName(unit.tx, `batch/${portfolioId}`)
  const pages = pagesOfLoans(unit.tx, { portfolioId, size: LOANS_AT_ONCE, after: request.after }, (range) =>
    isSameDayRun(request.day)
      ? listLoansToCredit(unit.tx, portfolioId, request.day.effectiveEntryDate, range)
      : listDueLoans(unit.tx, portfolioId, request.window, range),
  )
  const name = await nextFileName(unit, portfolioId, request.day)
  if (name === undefined) return await reportNoFileLeft(deps, unit, portfolioId, { request, pages })
  const dishonors = isSameDayRun(request.day)
    ? []
    : await originateDishonors(deps, unit, data, { ...name, actor: request.actor })
  const filling: Filling = { name, entries: dishonors, ineligible: [], failed: [] }
  const continuesAfter = await fill(deps, unit, data, { ...request, filling, pages })
  const { ineligible, failed, entries } = filling
  const file =
    entries.length === 0 ? undefined : await closeFile(deps, unit, data, { filling, actor: request.actor })
  return { file, ineligible, failed, continuesAfter }
}

type Pages = AsyncIterable<readonly DueLoan[]>
type FillRequest = FileRequest & { readonly filling: Filling; readonly pages: Pages }

/** Fills a file; answers the last loan that it has room for, where more are due, else null. */
async function fill(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { window, actor, after, filling, pages }: FillRequest,
): Promise<string | null> {
  let room = MOST_ENTRIES - filling.entries.length
  let last = after
  for await (const due of pages) {
    const { loanNos, weight } = loansThatFit(due, room)
    room -= weight
    last = loanNos.at(-1) ?? last
    const page = { file: filling.name, window, loanNos, actor }
    if (loanNos.length > 0)
      addPage(filling, await originateWithoutFailed(deps, unit, data, { request: page, filling }))
    if (loanNos.length < due.length) return last
  }
  return null
}

/** The first loans whose entries have room; a loan that has more than a file may hold has one to itself. */
function loansThatFit(
  due: readonly DueLoan[],
  room: number,
): { readonly loanNos: string[]; readonly weight: number } {
  const loanNos: string[] = []
  let weight = 0
  for (const { loanNo, items, credits } of due) {
    const own = items + credits * (CREDIT_WEIGHT - 1)
    const isFirst = loanNos.length === 0 && room === MOST_ENTRIES
    if (weight + own > room && !isFirst) break
    weight += own
    loanNos.push(loanNo)
  }
  return { loanNos, weight }
}

function addPage({ entries, ineligible }: Filling, page: OriginatedPage): void {
  entries.push(...page.entries)
  ineligible.push(...page.ineligible)
}

/** A page of loans, and the file that it goes on. */
interface FilePage {
  readonly request: Parameters<typeof originatePage>[3]
  readonly filling: Filling
}

/**
 * Puts a page of loans on the file. Where one of them fails, the page is undone and done again without it: the failure
 * is reported and named. A failure that is of no one loan is thrown.
 */
async function originateWithoutFailed(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { request, filling: { failed } }: FilePage,
): Promise<OriginatedPage> {
  const { portfolioId } = data.portfolio
  let loanNos = request.loanNos
  for (;;) {
    try {
      const page = await partOf(unit, (part) => originatePage(deps, part, data, { ...request, loanNos }))
      unit.afterCommit(() => deps.failedWork.loansSucceeded(BATCH_ROUND, portfolioId, loanNos))
      return page
    } catch (error) {
      if (!(error instanceof LoanFailure)) throw error
      const { loanNo, cause } = error
      failed.push({
        loanNo,
        failure: await reportFailure(deps, { round: BATCH_ROUND, subject: { loanNo }, within: unit }, cause),
      })
      loanNos = loanNos.filter((one) => one !== loanNo)
    }
  }
}

const noFileLeft = (portfolioId: number) =>
  ({ portfolioId, kind: 'failedRound', subject: `batch/files/${portfolioId}` }) as const

/** What is due of a day whose files are all used. */
interface WaitingPages {
  readonly request: FileRequest
  readonly pages: Pages
}

/** The day has had all its files: what is due stays here, and an employee learns of it. */
async function reportNoFileLeft(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { request, pages }: WaitingPages,
): Promise<FileRun> {
  const { day, actor } = request
  const { businessDate } = day
  let loans = 0
  for await (const due of pages) loans += due.length
  if (loans > 0) {
    deps.log.error({ portfolioId, businessDate }, 'the day has had all its ACH files')
    const reason = 'the day has had all its ACH files: what is due stays here until the next day'
    const facts = { businessDate: formatLocalDate(businessDate), loans }
    await openWorkItem(deps, unit, { ...noFileLeft(portfolioId), reason, facts, actor })
  }
  return { file: undefined, ineligible: [], failed: [], continuesAfter: null }
}

/** A file that is full, and who had it generated. */
interface FilledFile {
  readonly filling: Pick<Filling, 'name' | 'entries'>
  readonly actor: string
}

async function closeFile(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { portfolio }: PortfolioData,
  { filling: { name, entries }, actor }: FilledFile,
): Promise<OriginatedFile> {
  const { portfolioId } = portfolio
  const file = await storeBatchFile(deps, unit, portfolio, { name, entries })
  const { fileNo, sha256, entryCount } = file
  const { effectiveEntryDate: effectiveDate } = name.day
  const rows = entries.flatMap(({ transaction, traceNumber, entry: { amount } }) =>
    transaction === null ? [] : [{ ...transaction, traceNumber, amount, effectiveDate }],
  )
  const others = entries.filter(({ transaction }) => transaction === null)
  await insertAchFile(unit.tx, file, rows, others)
  const again = { by: actor, reason: `file ${fileNo} was generated` }
  await closeWorkItems(unit, noFileLeft(portfolioId), again)
  await appendAudit(unit.tx, {
    portfolioId,
    subject: 'portfolio',
    action: STORED_NAMES.auditAction.batchOriginated,
    actor,
    facts: { fileNo, sha256, entries: entryCount },
    at: unit.now,
  })
  const debits = entries.filter(({ direction, transaction }) => direction === 'debit' && transaction !== null)
  const credits = rows.length - debits.length
  const sentBack = others.filter(({ entry }) => entry.exceptions !== undefined).length
  const counts = { debits: debits.length, credits, prenotes: others.length - sentBack, sentBack }
  return { ...file, effectiveEntryDate: effectiveDate, ...counts }
}
