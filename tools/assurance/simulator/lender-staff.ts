import type { CallRequest } from '@dolphin/contract/call'
import { suspendLoanCall } from '@dolphin/contract/servicing-staff'
import { resolveExceptionCall } from '@dolphin/contract/returns'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import {
  listOpenWorkItems,
  WHOLE_SERVER,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { TransactionType, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { WORK_ITEM_KINDS } from '@dolphin/domain/work-items/codes'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { confirmApproval } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { CAME_BACK } from './odd-files.ts'

/** Two in every role, as their colleagues see them. */
const ADA = 'Ada Example'
const BEA = 'Bea Example'
/** Credit counseling: the borrower tells the lender of it, and payments rest. */
const COUNSELING = 'cccs'

/** An employee suspends a loan whose borrower called, or lets its payments go on; answers the code. */
export async function pausePayments(api: TestApi, loanNo: string, isPause: boolean): Promise<number> {
  const employee = await signInEmployee(api, ADA)
  const note = isPause ? 'told by telephone: in credit counseling' : 'told by telephone: it goes on'
  const body = { loanNo, subStatus: isPause ? COUNSELING : null, note } as const
  return (await employee.call(suspendLoanCall, { body })).code
}

const EXCEPTIONS = WORK_ITEM_KINDS.filter((kind) => WORK_ITEM_RULES[kind].acts.includes('resolveException'))

/** What the bank sent and no rule settled. */
async function openExceptions({ database, deps }: TestApi): Promise<readonly WorkItem[]> {
  const owners = [WHOLE_SERVER, ...deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId)]
  const found = await Promise.all(
    owners.flatMap((portfolioId) =>
      EXCEPTIONS.map((kind) => listOpenWorkItems(database.db, { portfolioId, kind })),
    ),
  )
  return found.flat()
}

type Resolution = CallRequest<typeof resolveExceptionCall>['body']
/** What two employees do with an exception. */
export type ExceptionAct = Resolution['act']

const NOTE = 'the bank was asked'

/**
 * One employee asks the bank about each exception: a debit that came back is applied, a return that is none of ours or
 * has a wrong amount is sent back, all else is ignored. Another confirms. Answers how often which was done.
 */
export async function resolveExceptions(api: TestApi): Promise<ReadonlyMap<ExceptionAct, number>> {
  const done = new Map<ExceptionAct, number>()
  const items = await openExceptions(api)
  if (items.length === 0) return done
  const ada = await signInEmployee(api, ADA)
  const bea = await signInEmployee(api, BEA)
  for (const item of items) {
    const { workItemNo } = item
    const ignored = { act: 'ignore', workItemNo, note: NOTE } as const
    for (const body of [...(await wishesFor(api, item)), ignored]) {
      const { data } = await ada.call(resolveExceptionCall, { body })
      if (!('approval' in data)) continue
      await confirmApproval(bea, data.approval.approvalNo)
      done.set(body.act, (done.get(body.act) ?? 0) + 1)
      break
    }
  }
  assert((await openExceptions(api)).length === 0, 'two people resolve every exception')
  return done
}

/** What the bank says of it; a rule may refuse that, as with a contested return. */
async function wishesFor(
  { database }: TestApi,
  { kind, workItemNo, portfolioId, concerns, facts }: WorkItem,
): Promise<Resolution[]> {
  if (facts['kind'] !== 'return') return []
  if (kind === 'refusedReturn') return [{ act: 'sendBack', workItemNo, code: 'R69', note: NOTE }]
  if (kind !== 'unmatchedReturn') return []
  if (facts['code'] !== CAME_BACK) return [{ act: 'sendBack', workItemNo, code: 'R61', note: NOTE }]
  const all = await Promise.all(
    concerns.map((loanNo) => listTransactions(database.db, { portfolioId, loanNo })),
  )
  return all
    .flat()
    .filter(
      ({ type, status, amount }) =>
        type === TransactionType.debit &&
        SENT_STATUSES.includes(status) &&
        moneyToWire(amount) === facts['amount'],
    )
    .map(({ transactionNo }) => ({ act: 'apply', workItemNo, transactionNo, note: NOTE }))
}
