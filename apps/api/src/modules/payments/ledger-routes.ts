import {
  guardAnswersCall,
  manualPostingCall,
  verifyLedgerCall,
  verifyLedgersCall,
} from '@dolphin/contract/payments'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { readGuardAnswers } from './guard-answers.ts'
import { checkLedger, checkLedgers } from './ledger-check.ts'
import { postManually } from './manual-posting-service.ts'

/** Staff calls on a loan's ledger: post an entry, verify the ledger, read the debit eligibility results. */
export function ledgerRoutes(parts: Deps): RouteDefinition[] {
  const { db } = parts.database
  return [
    operationsRoute(manualPostingCall, ({ body, actor, now, write }) =>
      postManually(parts, { body, actor: actorName(actor), now, write }),
    ),
    operationsRoute(guardAnswersCall, async ({ params }) => {
      const found = await findAnyLoan(db, params.loanNo)
      return found.ok ? ok(await readGuardAnswers(parts, found.value)) : found
    }),
    operationsRoute(verifyLedgerCall, async ({ params }) => {
      const found = await findAnyLoan(db, params.loanNo)
      return found.ok ? ok(await checkLedger(parts, found.value)) : found
    }),
    operationsRoute(verifyLedgersCall, async ({ query: { portfolioId, after } }) =>
      parts.portfolios.byId(portfolioId) === undefined
        ? refuse('notFound')
        : ok(await checkLedgers(parts, portfolioId, after)),
    ),
  ]
}
