import { suspendLoanCall } from '@dolphin/contract/servicing-staff'
import { resolveExceptionCall } from '@dolphin/contract/returns'
import {
  listOpenWorkItems,
  WHOLE_SERVER,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { WORK_ITEM_KINDS } from '@dolphin/domain/work-items/codes'
import type { TestApi } from '../api-fixture.ts'
import { confirmApproval } from '../confirmations.ts'
import { signInEmployee } from '../employees.ts'

/** Credit counseling: the borrower tells the lender of it, and payments rest. */
const COUNSELING = 'cccs'

/** An employee suspends a loan whose borrower called, or lets its payments go on; answers the code. */
export async function pausePayments(api: TestApi, loanNo: string, isPause: boolean): Promise<number> {
  const employee = await signInEmployee(api)
  const note = isPause ? 'told by telephone: in credit counseling' : 'told by telephone: it goes on'
  const body = { loanNo, subStatus: isPause ? COUNSELING : null, note } as const
  return (await employee.call(suspendLoanCall, { body })).code
}

const EXCEPTIONS = WORK_ITEM_KINDS.filter((kind) => WORK_ITEM_RULES[kind].acts.includes('resolveException'))

/** What the bank sent and no rule settled. */
export async function openExceptions({ database, deps }: TestApi): Promise<readonly WorkItem[]> {
  const owners = [WHOLE_SERVER, ...deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId)]
  const found = await Promise.all(
    owners.flatMap((portfolioId) =>
      EXCEPTIONS.map((kind) => listOpenWorkItems(database.db, { portfolioId, kind })),
    ),
  )
  return found.flat()
}

/** One employee asked the bank and sets each exception down as of none of ours, another confirms; answers how many. */
export async function resolveExceptions(api: TestApi): Promise<number> {
  const items = await openExceptions(api)
  if (items.length === 0) return 0
  const ada = await signInEmployee(api)
  const bea = await signInEmployee(api, 'bea-example')
  for (const { workItemNo } of items) {
    const body = { act: 'ignore', workItemNo, note: 'the bank took it back' } as const
    const { approval } = await ada.ask(resolveExceptionCall, { body })
    await confirmApproval(bea, approval.approvalNo)
  }
  assert((await openExceptions(api)).length === 0, 'two people resolve every exception')
  return items.length
}
