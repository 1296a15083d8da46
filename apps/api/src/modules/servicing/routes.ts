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
import { ValueCache } from '../../value-cache.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { createLoanTurns } from './loan-queue.ts'
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
import { type AskedChange, changeLoan, calculateAssistance, calculationOf } from './change-service.ts'
import { comparePlans, paymentOptions } from './payment-options.ts'
import { readPaymentDetail } from './payment-detail.ts'
import { listRepaymentLoans } from './repayment-list.ts'
import type { RepaymentDeps } from './repayment-deps.ts'

/** So many borrowers look at their loans at once on a large node; an answer and its texts are about 100 KiB. */
const MOST_KEPT = 100

/** A borrower's loans from the day the money is there. */
export function repaymentRoutes(
  deps: Omit<RepaymentDeps, 'inTurn' | 'detailCache' | 'rowCache'>,
): RouteDefinition[] {
  const allDeps: RepaymentDeps = {
    ...deps,
    inTurn: createLoanTurns(),
    detailCache: new ValueCache(MOST_KEPT),
    rowCache: new ValueCache(MOST_KEPT),
  }
  return [
    customerRoute(listRepaymentLoanCall, async ({ actor, now }) =>
      ok(await listRepaymentLoans(allDeps, actor, now)),
    ),
    customerRoute(getPaymentOptionCall, ({ actor, query }) => paymentOptions(allDeps, actor, query)),
    customerRoute(compareTransactionFeeCall, ({ actor, body }) => comparePlans(allDeps, actor, body)),
    customerRoute(paymentDetailCall, async ({ query, actor, now, commitWrites }) => {
      commitWrites()
      const loanNo = query.loanNo ?? (await newestLoanNo(allDeps, actor))
      return loanNo === undefined
        ? refuse('loanNotFound')
        : readPaymentDetail(allDeps, actor, { ...query, loanNo }, now)
    }),
    customerRoute(authorizationCall, ({ body, actor, now, write }) =>
      onceByKey(write, () => authorizeDebits(allDeps, actor, body, { now, write })),
    ),
    ...changeRoutes(allDeps),
  ]
}

async function newestLoanNo({ database }: RepaymentDeps, actor: CustomerActor): Promise<string | undefined> {
  const loan = await findBorrowerLoan(database.db, actor, 'newest')
  return loan.ok ? loan.value.loanNo : undefined
}

/** Every change that a borrower can make: preview, save, list, take back. */
function changeRoutes(allDeps: RepaymentDeps): RouteDefinition[] {
  const change = (
    calculate: Outcome<AskedChange['calculate'], MissingField>,
    context: ChangeContext,
    isHardship = false,
  ) => {
    if (!calculate.ok) {
      const { code = 'invalidInput', ...fault } = calculate.error
      return Promise.resolve(refuse(code, { errors: [fault] }))
    }
    const { body, actor, now, write } = context
    const { loanNo, mode, quoteId, mark, ...request } = body
    const asked = { loanNo, mode, quoteId, mark, calculate: calculate.value, isHardship, request }
    return onceByKey(write, () => changeLoan(allDeps, actor, asked, { now, write }))
  }
  return [
    customerRoute(payOffCall, (context) => change(asChange(askedPayOff(context.body)), context)),
    customerRoute(payOffInNCall, (context) => change(asChange(askedPayOffInN(context.body)), context)),
    customerRoute(payFixedAmountCall, (context) => change(asChange(askedFixedAmount(context.body)), context)),
    customerRoute(requestChangeCall, (context) => {
      const { changeTypeCode } = context.params
      return isHelp(changeTypeCode)
        ? change(asHelp(askedHelp(changeTypeCode, context.body)), context, true)
        : change(asChange(askedServicing(changeTypeCode, context.body)), context)
    }),
    customerRoute(listChangeCall, ({ query, actor, now }) => listChanges(allDeps, actor, query.loanNo, now)),
    customerRoute(cancelChangeCall, ({ params, actor, write }) =>
      write((unit) => cancelOwnChange(allDeps, unit, actor, params.changeNo)),
    ),
  ]
}

const asChange = (asked: ReturnType<typeof askedServicing>) =>
  asked.ok ? ok(calculationOf(asked.value)) : asked
const asHelp = (asked: ReturnType<typeof askedHelp>) =>
  asked.ok ? ok(calculateAssistance(asked.value)) : asked

/** What every change call brings: who asks, when, and the parts that they share. */
type PayOffContext = RouteContext<typeof payOffCall, CustomerActor>
type ChangeContext = Pick<PayOffContext, 'actor' | 'now' | 'write'> & {
  readonly body: Pick<PayOffContext['body'], 'loanNo' | 'mode' | 'quoteId' | 'mark'>
}
