import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { insertDishonoredReturn } from '@dolphin/database/payments/dishonored-return-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import type { WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { CONTEST_BANKING_DAYS, type DishonorCode } from '@dolphin/domain/payments/dishonor'
import type { MoneyDeps } from '../../../deps.ts'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { hoursOf } from '../../portfolios/banking-hours.ts'
import { newServicingNo } from '../../servicing/servicing-number.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import type { BatchDay } from '../batch-file.ts'
import { dishonorSubject, identityOf, wasApplied } from './dishonor-of.ts'
import type { InboxEntry } from './inbox-file.ts'
import { type DishonorObstacle, type JudgedDishonor, judgeDishonor } from './judge-dishonor.ts'
import type { KeptEntry } from './kept-entry.ts'
import { ownerOf } from './quarantined-entries.ts'

/** What two employees decided of the return that a work item is about. */
export interface SendingBack {
  readonly item: WorkItem
  readonly kept: KeptEntry
  readonly entry: InboxEntry
  readonly code: DishonorCode
  readonly transactionNo: string | undefined
  readonly by: string
}

const refuseWith = (error: DishonorObstacle): Result<never> => refuse('exceptionRefused', { errors: [error] })

/**
 * Plans a dishonored return for the next file: the return is not applied, and the debits of its loans stay held until the
 * bank can contest it no more. The caller closes the work item. Answers the effects in words for staff. Errors:
 * `exceptionRefused` with why. Source: docs/facts/ach.md §2; docs/decisions/bank-files.md.
 */
export async function sendBack(
  deps: MoneyDeps,
  unit: UnitOfWork,
  sending: SendingBack,
): Promise<Result<string[]>> {
  const { entry, code, transactionNo } = sending
  const data = deps.portfolios.byId(ownerOf(deps, entry.companyId))
  if (data === undefined) return refuseWith(NO_PORTFOLIO)
  const day = nextDay(deps, data, unit.now)
  const order = { entry, code, transactionNo }
  const found = await judgeDishonor(deps, unit, { data, day }, order)
  if (!found.ok) return refuseWith(found.error)
  const { portfolioId } = data.portfolio
  const { loanNo } = found.value
  // Whatever else of the bank comes for the loan waits, or has come by now.
  if (loanNo !== null) await lockLoan(unit.tx, { portfolioId, loanNo })
  if (await wasApplied(unit, portfolioId, entry)) return refuseWith(APPLIED)
  const judged = await judgeDishonor(deps, unit, { data, day }, order)
  if (!judged.ok) return refuseWith(judged.error)
  const planned = await plan(deps, unit, sending, { ...judged.value, portfolioId })
  return planned ? ok(effectsOf(sending, judged.value, day)) : refuseWith(SENT_BACK)
}

const NO_PORTFOLIO = {
  elementKey: 'workItemNo',
  message: 'No portfolio has the company of the entry: ask the bank to take it back.',
} as const
const APPLIED = { elementKey: 'workItemNo', message: 'This return was applied meanwhile.' } as const
const SENT_BACK = { elementKey: 'workItemNo', message: 'This return was sent back before.' } as const

function nextDay({ calendar }: MoneyDeps, data: PortfolioData, now: Date): BatchDay {
  const { day: businessDate } = nextBatchCutOff(hoursOf(data, calendar), now)
  return { businessDate, effectiveEntryDate: calendar.next(businessDate) }
}

/** A return that can be sent back, in its portfolio. */
interface PlannedDishonor extends JudgedDishonor {
  readonly portfolioId: number
}

/** Whether it is planned: a return is sent back once. */
async function plan(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { item, kept, entry, code, by }: SendingBack,
  { loanNo, transaction, portfolioId }: PlannedDishonor,
): Promise<boolean> {
  const dishonorNo = await newServicingNo(unit, 'D')
  const { sha256, line } = kept
  const { exception, amount } = entry
  const transactionNo = transaction?.transactionNo ?? null
  const about = { ...identityOf(portfolioId, entry), sha256, line, loanNo, transactionNo }
  const planned = { ...about, dishonorNo, code, plannedAt: unit.now }
  if (!(await insertDishonoredReturn(unit.tx, planned))) return false
  const concerns = concernedBy(item, loanNo)
  const facts = {
    dishonorNo,
    dishonorCode: code,
    code: exception.code,
    originalTrace: exception.originalTrace,
    amount: moneyToWire(amount),
    transactionNo,
  }
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'returnSentBack',
    subject: dishonorSubject(planned),
    loanNo: concerns.length === 1 ? (concerns[0] ?? null) : null,
    concerns,
    reason: `${exception.code} of ${moneyToWire(amount)} is sent back as ${code}; it ends by itself where the bank does not contest`,
    facts,
    actor: by,
  })
  const subject = loanNo ?? 'portfolio'
  await appendAudit(unit.tx, {
    portfolioId,
    subject,
    action: 'returnSentBack',
    actor: by,
    facts,
    at: unit.now,
  })
  return true
}

const concernedBy = ({ concerns }: WorkItem, loanNo: string | null): string[] => [
  ...new Set([...concerns, ...(loanNo === null ? [] : [loanNo])]),
]

function effectsOf(
  { item, entry, code }: SendingBack,
  { loanNo }: JudgedDishonor,
  { businessDate }: BatchDay,
): string[] {
  const held = concernedBy(item, loanNo)
  return [
    `The ${entry.exception.code} goes back to the bank as ${code} with the file of ${formatLocalDate(businessDate)}; it is not applied.`,
    ...(held.length === 0
      ? []
      : [
          `Debits of ${held.join(', ')} stay held until ${CONTEST_BANKING_DAYS} banking days after its settlement have passed without a contest.`,
        ]),
  ]
}
