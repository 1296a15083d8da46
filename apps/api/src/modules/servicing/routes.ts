import { compareTransactionFeeCall, getPaymentOptionCall } from '@dolphin/contract/plans'
import {
  cancelChangeCall,
  listChangeCall,
  payFixedAmountCall,
  payOffCall,
  payOffInNCall,
  requestChangeCall,
} from '@dolphin/contract/servicing-changes'
import { authorizationCall, listRepaymentLoanCall, paymentDetailCall } from '@dolphin/contract/servicing'
import { ok, type Outcome } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import type { CustomerActor } from '../../http/actor.ts'
import { onceByKey } from '../../http/once-by-key.ts'
import { customerRoute, type RouteContext, type RouteDefinition } from '../../http/route.ts'
import { KeptValues } from '../../kept-values.ts'
import { createLoanTurns } from './loan-turns.ts'
import { authorizeDebits } from './authorization.ts'
import { cancelOwnChange, listChanges } from './change-list.ts'
import {
  askedFixedAmount,
  askedHelp,
  askedPayOff,
  askedPayOffInN,
  askedServicing,
  isHelp,
  type MissingField,
} from './change-request.ts'
import { type AskedChange, changeLoan, workOutHelp, workOutOf } from './change-service.ts'
import { comparePlans, paymentOptions } from './payment-options.ts'
import { readPaymentDetail } from './payment-detail.ts'
import { listRepaymentLoans } from './repayment-list.ts'
import type { RepaymentParts } from './repayment-parts.ts'

/** So many borrowers look at their loans at once on a large node; an answer and its texts are about 100 KiB. */
const MOST_KEPT = 100

/** A borrower's loans from the day the money is there. */
export function repaymentRoutes(
  deps: Omit<RepaymentParts, 'inTurn' | 'keptDetails' | 'keptRows'>,
): RouteDefinition[] {
  const parts: RepaymentParts = {
    ...deps,
    inTurn: createLoanTurns(),
    keptDetails: new KeptValues(MOST_KEPT),
    keptRows: new KeptValues(MOST_KEPT),
  }
  return [
    customerRoute(listRepaymentLoanCall, async ({ actor, now }) =>
      ok(await listRepaymentLoans(parts, actor, now)),
    ),
    customerRoute(getPaymentOptionCall, ({ actor, query }) => paymentOptions(parts, actor, query)),
    customerRoute(compareTransactionFeeCall, ({ actor, body }) => comparePlans(parts, actor, body)),
    customerRoute(paymentDetailCall, ({ query, actor, now, keepWritten }) => {
      keepWritten()
      return readPaymentDetail(parts, actor, query, now)
    }),
    customerRoute(authorizationCall, ({ body, actor, now, write }) =>
      onceByKey(write, () => authorizeDebits(parts, actor, body, now, write)),
    ),
    ...changeRoutes(parts),
  ]
}

/** Every change that a borrower can make: preview, save, list, take back. */
function changeRoutes(parts: RepaymentParts): RouteDefinition[] {
  const change = (workOut: Outcome<AskedChange['workOut'], MissingField>, context: ChangeContext) => {
    if (!workOut.ok) return Promise.resolve(refuse('invalidInput', { errors: [workOut.error] }))
    const { body, actor, now, write } = context
    const { loanNo, mode, quoteId, mark, ...request } = body
    const asked = { loanNo, mode, quoteId, mark, workOut: workOut.value, request }
    return onceByKey(write, () => changeLoan(parts, actor, asked, now, write))
  }
  return [
    customerRoute(payOffCall, (context) => change(asChange(askedPayOff(context.body)), context)),
    customerRoute(payOffInNCall, (context) => change(asChange(askedPayOffInN(context.body)), context)),
    customerRoute(payFixedAmountCall, (context) => change(asChange(askedFixedAmount(context.body)), context)),
    customerRoute(requestChangeCall, (context) => {
      const { changeTypeCode } = context.params
      const asked = isHelp(changeTypeCode)
        ? asHelp(askedHelp(changeTypeCode, context.body))
        : asChange(askedServicing(changeTypeCode, context.body))
      return change(asked, context)
    }),
    customerRoute(listChangeCall, ({ query, actor, now }) => listChanges(parts, actor, query.loanNo, now)),
    customerRoute(cancelChangeCall, ({ params, actor, write }) =>
      write((unit) => cancelOwnChange(parts, unit, actor, params.changeNo)),
    ),
  ]
}

const asChange = (asked: ReturnType<typeof askedServicing>) => (asked.ok ? ok(workOutOf(asked.value)) : asked)
const asHelp = (asked: ReturnType<typeof askedHelp>) => (asked.ok ? ok(workOutHelp(asked.value)) : asked)

/** What every change call brings: who asks, when, and the parts that they share. */
type PayOffContext = RouteContext<typeof payOffCall, CustomerActor>
type ChangeContext = Pick<PayOffContext, 'actor' | 'now' | 'write'> & {
  readonly body: Pick<PayOffContext['body'], 'loanNo' | 'mode' | 'quoteId' | 'mark'>
}
