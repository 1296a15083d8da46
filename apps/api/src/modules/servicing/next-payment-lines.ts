import type { Loan } from '@dolphin/database/loans/loan-repository'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { type StatedLine, statedLines } from '@dolphin/domain/notices/stated-line'
import { nextPaymentWords } from '@dolphin/domain/servicing/next-payment-words'
import type { Deps } from '../../deps.ts'
import type { ReadPoint } from '../../unit-of-work.ts'
import { loadNextPayment } from './next-payment-of.ts'

/** A loan's next payment in a notice's list: worded again when the notice leaves. */
export const nextPaymentLines = async (
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  { tx, now }: ReadPoint,
  loan: Loan,
): Promise<StatedLine[]> =>
  statedLines(
    'nextPayment',
    nextPaymentWords(await loadNextPayment(deps, tx, loan, now), legalEffects(loan.legalFacts)),
  )
