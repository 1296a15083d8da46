import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { accountText, dayText, moneyText } from '../../app/wire-text.ts'
import { CancelLoan } from '../servicing/cancel-loan.tsx'
import { DateChoice } from './date-choice.tsx'
import { payoutText } from './messages.ts'
import { PaperCheck } from './paper-check.tsx'
import { aprRows } from './terms-again.ts'
import type { PayoutLoan } from './payout-page-content.tsx'

const CANCELABLE: readonly LoanStatus[] = [LoanStatus.approved, LoanStatus.pending]

/** Amount, way and day of the payout, and what of it can still be changed. */
export function PayoutDetails({ loan, whole }: { loan: PayoutLoan; whole: boolean }) {
  const { loanNo, loanStatus, method, datesToPick } = loan
  const isOpen = loanStatus === LoanStatus.approved
  return (
    <Card>
      <h2>{payoutText('payoutTitle')}</h2>
      <SummaryList rows={rowsOf(loan)} />
      {whole && datesToPick.length > 0 && <DateChoice loan={loan} />}
      {whole && isOpen && method !== TransactionMode.paperCheck && <PaperCheck loan={loan} />}
      {whole && CANCELABLE.includes(loanStatus) && <CancelLoan loanNo={loanNo} />}
    </Card>
  )
}

function rowsOf(loan: PayoutLoan) {
  const { amount, effectiveDate, mailedOn, firstPaymentDate, firstPaymentAmount } = loan
  return [
    ...(amount === null ? [] : [{ label: payoutText('amount'), value: moneyText(amount) }]),
    ...paidTo(loan),
    ...(mailedOn === null ? [] : [{ label: payoutText('mailedOn'), value: dayText(mailedOn) }]),
    ...(effectiveDate === null
      ? []
      : [{ label: payoutText(arrivesBy(loan)), value: dayText(effectiveDate) }]),
    ...(firstPaymentDate === null || firstPaymentAmount === null
      ? []
      : [
          {
            label: payoutText('firstPayment'),
            value: payoutText('firstPaymentOn', {
              amount: moneyText(firstPaymentAmount),
              date: dayText(firstPaymentDate),
            }),
          },
        ]),
    ...aprRows(loan),
  ]
}

const arrivesBy = ({ method }: PayoutLoan) =>
  method === TransactionMode.paperCheck ? 'checkCounts' : 'goesOut'

function paidTo({ account, checkAddress }: PayoutLoan) {
  const label = payoutText('paidTo')
  if (checkAddress !== null) return [{ label, value: payoutText('byCheck', { address: checkAddress }) }]
  if (account === null) return []
  const { bankName } = account
  const shown = accountText(account.accountMasked)
  const value =
    bankName === null
      ? payoutText('accountOnly', { account: shown })
      : payoutText('account', { bank: bankName, account: shown })
  return [{ label, value }]
}
