import { cancelChangeCall } from '@dolphin/contract/calls/repayment/cancel-change'
import { listChangeCall } from '@dolphin/contract/calls/repayment/list-change'
import { listRepaymentLoanCall } from '@dolphin/contract/calls/repayment/list-repayment-loan'
import { payFixedAmountCall } from '@dolphin/contract/calls/repayment/pay-fixed-amount'
import { payOffCall } from '@dolphin/contract/calls/repayment/pay-off'
import { payOffInNCall } from '@dolphin/contract/calls/repayment/pay-off-in-n'
import { paymentDetailCall } from '@dolphin/contract/calls/repayment/payment-detail'
import { requestChangeCall } from '@dolphin/contract/calls/repayment/request-change'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../http/refusal.ts'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { cancelOwnChange, listChanges } from './change-list.ts'
import { askedFixedAmount, askedPayOff, askedPayOffInN, askedServicing } from './change-request.ts'
import { changeLoan, workOutOf } from './change-service.ts'
import { readPaymentDetail } from './payment-detail.ts'
import { listRepaymentLoans } from './repayment-list.ts'
import type { RepaymentParts } from './repayment-parts.ts'

/** A borrower's loans from the day the money is there. */
export function repaymentRoutes(parts: RepaymentParts): RouteDefinition[] {
  return [
    customerRoute(listRepaymentLoanCall, async ({ actor, now }) =>
      ok(await listRepaymentLoans(parts, actor, now)),
    ),
    customerRoute(paymentDetailCall, ({ query, actor, now }) =>
      readPaymentDetail(parts, actor, query.loanNo, now),
    ),
    ...changeRoutes(parts),
  ]
}

/** Every change that a borrower can make: preview, save, list, take back. */
function changeRoutes(parts: RepaymentParts): RouteDefinition[] {
  const change = (
    asked: ReturnType<typeof askedServicing>,
    { body, actor, now, write }: ChangeContext,
    request: Readonly<Record<string, unknown>>,
  ) => {
    if (!asked.ok) return Promise.resolve(refuse('invalidInput', { errors: [asked.error] }))
    const { loanNo, mode, quoteId, mark } = body
    const parcel = { loanNo, mode, quoteId, mark, workOut: workOutOf(asked.value), request }
    return changeLoan(parts, actor, parcel, now, write)
  }
  return [
    customerRoute(payOffCall, (context) => change(askedPayOff(context.body), context, said(context.body))),
    customerRoute(payOffInNCall, (context) =>
      change(askedPayOffInN(context.body), context, said(context.body)),
    ),
    customerRoute(payFixedAmountCall, (context) =>
      change(askedFixedAmount(context.body), context, said(context.body)),
    ),
    customerRoute(requestChangeCall, (context) =>
      change(askedServicing(context.params.changeTypeCode, context.body), context, said(context.body)),
    ),
    customerRoute(listChangeCall, ({ query, actor, now }) => listChanges(parts, actor, query.loanNo, now)),
    customerRoute(cancelChangeCall, ({ params, actor, write }) =>
      write((unit) => cancelOwnChange(parts, unit, actor, params.changeNo)),
    ),
  ]
}

type ChangeContext = Pick<
  Parameters<Parameters<typeof customerRoute<typeof payOffCall>>[1]>[0],
  'actor' | 'now' | 'write'
> & {
  readonly body: Pick<
    Parameters<Parameters<typeof customerRoute<typeof payOffCall>>[1]>[0]['body'],
    'loanNo' | 'mode' | 'quoteId' | 'mark'
  >
}

/** What was asked for, without the signature: a name is not kept readable. */
const said = <Body extends object>({ mark: _mark, ...asked }: Body & { mark?: unknown }) => asked
