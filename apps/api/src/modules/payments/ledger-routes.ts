import {
  eligibilityResultsCall,
  manualPostingCall,
  verifyLedgerCall,
  verifyLedgersCall,
} from '@dolphin/contract/payments'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { readEligibilityResults } from './eligibility-results.ts'
import { checkLedger, checkLedgers } from './ledger-check.ts'
import { enterManually } from './manual-posting-service.ts'

/** Staff calls on a loan's ledger: post an entry, verify the ledger, read the debit eligibility results. */
export function ledgerRoutes(deps: Deps): RouteDefinition[] {
  const { db } = deps.database
  return [
    operationsRoute(manualPostingCall, ({ body, actor, write }) =>
      write((unit) => enterManually(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(eligibilityResultsCall, async ({ params }) => {
      const found = await findAnyLoan(db, params.loanNo)
      return found.ok ? ok(await readEligibilityResults(deps, found.value)) : found
    }),
    operationsRoute(verifyLedgerCall, async ({ params }) => {
      const found = await findAnyLoan(db, params.loanNo)
      return found.ok ? ok(await checkLedger(deps, found.value)) : found
    }),
    operationsRoute(verifyLedgersCall, async ({ query: { portfolioId, after } }) =>
      deps.portfolios.byId(portfolioId) === undefined
        ? refuse('notFound')
        : ok(await checkLedgers(deps, portfolioId, after)),
    ),
  ]
}
