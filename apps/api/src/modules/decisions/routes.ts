import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { ok } from '@dolphin/domain/outcome'
import { sessionRoute, type RouteDefinition } from '../../http/route.ts'
import { readStep } from '../loans/loan-moves.ts'
import { reasonsInWords } from './decision-on-file.ts'
import { amountView, waitingView } from './amount-view.ts'
import { counterSentence } from './counteroffer.ts'
import { calculateAmount, type DecisionDeps, prepareDecision } from './decision-service.ts'

/** The adverse action letter to the borrower of a loan, once it is written. */
async function findLetter(executor: Executor, loan: LoanKey) {
  const documents = await listDocumentsOfLoan(executor, loan)
  return documents.find(
    ({ documentType, evidence }) =>
      documentType === DocumentType.adverseAction && evidence['about'] === undefined,
  )
}

/** What the policy offers. */
export function decisionRoutes(deps: DecisionDeps): RouteDefinition[] {
  return [
    sessionRoute(calculateQualifiedAmountCall, async ({ body, actor, portfolio, write }) => {
      const data = deps.portfolios.byId(portfolio.portfolioId)
      assert(data !== undefined, 'the portfolio of a host has its data')
      const { applicationNo, match } = body
      const request = { actor, applicationNo, match, data }
      const military = await prepareDecision(deps, request)
      return write(async (unit) => {
        // Judged before, answered here: a repeated request gets its first answer whatever has happened since.
        if (!military.ok) return military
        const outcome = await calculateAmount(deps, unit, request, military.value)
        if (!outcome.ok) return outcome
        if ('reading' in outcome.value) return ok(waitingView(outcome.value.loan))
        const { record, loan } = outcome.value
        const { decision } = record
        const letter = decision.outcome === 'declined' ? await findLetter(unit.tx, loan) : undefined
        const givesReasons = decision.outcome === 'declined' || decision.outcome === 'incomeRetry'
        const reasons = givesReasons
          ? await reasonsInWords(deps, unit.tx, portfolio.portfolioId, decision)
          : []
        const counteroffer = await counterSentence(deps, unit.tx, loan, record)
        const documentNo = letter?.documentNo ?? null
        const trackerStep = await readStep(unit.tx, loan)
        return ok(amountView(outcome.value, data, { documentNo, counteroffer, reasons, trackerStep }))
      })
    }),
  ]
}
