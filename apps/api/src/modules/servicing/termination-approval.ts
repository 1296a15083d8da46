import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { terminateLoanCall } from '@dolphin/contract/servicing-staff'
import { ok } from '@dolphin/domain/outcome'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { headOf } from '../loans/loan-head.ts'
import { withLoanEffects } from './loan-effects.ts'
import { terminateLoan } from './standing-service.ts'

const RULE = 'Lender’s policy: a loan ends by hand only where two people agree.'

const terminationRequest = z.strictObject({
  loanNo: z.string(),
  subStatus: z.enum(['voided', 'paidOff']),
  note: z.string(),
})

const TITLES = { voided: 'Loan voided before it is funded', paidOff: 'Loan ended with nothing owed' } as const

/** Enters the end of a loan, where it could end so now. Errors: `loanNotFound`, `loanStatusInvalid`. */
export async function enterTermination(
  deps: Deps,
  unit: UnitOfWork,
  order: CallRequest<typeof terminateLoanCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof terminateLoanCall>>> {
  const { loanNo, subStatus, note } = order
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const tried = await triedOut(unit, (part) => terminateLoan(deps, part, { ...order, actor: enterer.by }))
  if (!tried.ok) return tried
  const { portfolioId } = found.value
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'termination',
    permission: subStatus === 'voided' ? 'loan.void' : 'loan.terminate',
    portfolioId,
    loanNo,
    title: TITLES[subStatus],
    subject: `Loan ${loanNo}`,
    asEntered: [{ label: 'End', value: subStatus }],
    note,
    request: order,
  })
  return ok({ loan: await headOf(unit.tx, deps.cipher, found.value), approval })
}

/** The end of a loan. */
export const terminationApproval = (deps: Deps) =>
  approvalKind({
    kind: 'termination',
    rule: RULE,
    request: terminationRequest,
    async carryOut({ unit, request, by }) {
      const found = await lockAnyLoan(unit.tx, request.loanNo)
      if (!found.ok) return found
      return await withLoanEffects(deps, unit, found.value, {
        work: () => terminateLoan(deps, unit, { ...request, actor: by }),
      })
    },
  })
