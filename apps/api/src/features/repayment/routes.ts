import { listRepaymentLoanCall } from '@dolphin/contract/calls/repayment/list-repayment-loan'
import { paymentDetailCall } from '@dolphin/contract/calls/repayment/payment-detail'
import { ok } from '@dolphin/domain/outcome'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { readPaymentDetail } from './payment-detail.ts'
import { listRepaymentLoans, type RepaymentParts } from './repayment-list.ts'

/** A borrower's loans from the day the money is there. */
export function repaymentRoutes(parts: RepaymentParts): RouteDefinition[] {
  return [
    customerRoute(listRepaymentLoanCall, async ({ actor, now }) =>
      ok(await listRepaymentLoans(parts, actor, now)),
    ),
    customerRoute(paymentDetailCall, ({ query, actor, now }) =>
      readPaymentDetail(parts, actor, query.loanNo, now),
    ),
  ]
}
