import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { endLegalFactCall } from '@dolphin/contract/legal-facts'
import { LEGAL_FACT_KINDS, type LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { ok } from '@dolphin/domain/outcome'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { headOf } from '../loans/loan-head.ts'
import { endLegalFact } from './legal-facts.ts'
import { withLoanEffects } from './loan-effects.ts'

const endRequest = z.strictObject({
  loanNo: z.string(),
  kind: z.enum(LEGAL_FACT_KINDS),
  endedOn: z.string(),
  note: z.string(),
})

const TITLES: Readonly<Record<LegalFactKind, string>> = {
  bankruptcy: 'Bankruptcy ended',
  activeDuty: 'Active duty ended',
}

/** Enters the end of a fact of law, where it could end so now. Errors: those of `endLegalFact`. */
export async function enterLegalFactEnd(
  deps: Deps,
  unit: UnitOfWork,
  order: CallRequest<typeof endLegalFactCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof endLegalFactCall>>> {
  const { loanNo, kind, endedOn, note } = order
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const entered = { ...order, actor: enterer.by, enteredBy: enterer.by }
  const tried = await triedOut(unit, (part) => endLegalFact(deps, part, entered))
  if (!tried.ok) return tried
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'legalFactEnd',
    permission: 'case.close',
    portfolioId: found.value.portfolioId,
    loanNo,
    title: TITLES[kind],
    subject: `Loan ${loanNo}`,
    asEntered: [{ label: 'Ended on', value: endedOn }],
    note,
    request: order,
  })
  return ok({ loan: await headOf(unit.tx, deps.cipher, found.value), approval })
}

/** The end of a fact of law. */
export const legalFactEndApproval = (deps: Deps) =>
  approvalKind({
    kind: 'legalFactEnd',
    rule: ACT_RULES.endLegalFact,
    request: endRequest,
    async carryOut({ unit, request, by, approval: { enteredBy } }) {
      const found = await lockAnyLoan(unit.tx, request.loanNo)
      if (!found.ok) return found
      return await withLoanEffects(deps, unit, found.value, {
        work: () => endLegalFact(deps, unit, { ...request, actor: by, enteredBy }),
      })
    },
  })
