import { exportRecordsCall } from '@dolphin/contract/calls/operations/export-records'
import { guardAnswersCall } from '@dolphin/contract/calls/operations/guard-answers'
import { loanTimelineCall } from '@dolphin/contract/calls/operations/loan-timeline'
import { verifyLedgerCall } from '@dolphin/contract/calls/operations/verify-ledger'
import { verifyLedgersCall } from '@dolphin/contract/calls/operations/verify-ledgers'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../http/refusal.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../loans/loan-access.ts'
import { makeExaminerPack } from './examiner-pack.ts'
import { readGuardAnswers } from '../payments/guard-answers.ts'
import { checkLedger, checkLedgers } from '../payments/ledger-check.ts'
import { readTimeline } from './loan-timeline.ts'
import { findAnyLoan, type OperationsParts } from '../payments/operations-parts.ts'

/** What employees look at: a loan's whole story, its ledger, the guard's answers, and the pack of all of it. */
export function lookRoutes(parts: OperationsParts): RouteDefinition[] {
  const { db } = parts.database
  return [
    operationsRoute(loanTimelineCall, async ({ params }) => {
      const found = await findAnyLoan(db, params.loanNo)
      return found.ok ? ok(await readTimeline(parts, found.value)) : found
    }),
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
    operationsFileRoute(exportRecordsCall, ({ body, actor, now }) =>
      makeExaminerPack(parts, { body, actor: actorName(actor), now }),
    ),
  ]
}
