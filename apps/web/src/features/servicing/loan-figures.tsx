import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { ProgressMeter } from '@dolphin/ui/progress-meter/progress-meter'
import { accountText, moneyText } from '../../app/wire-text.ts'
import type { RepaymentLoan } from './loan-details-page.tsx'
import { isNothingAsked } from './loan-status-view.ts'
import { repaymentText } from './messages.ts'
import { modeText } from './mode-text.ts'
import { nextPaymentNote } from './next-payment-note.ts'
import type { LoanDetail } from './step-props.ts'

/** The loan at a glance, how far it is, and whether payments come by themselves. */
export function LoanFigures({ loan, detail }: { loan: RepaymentLoan; detail: LoanDetail }) {
  const { paid, installmentsPaid, installmentsTotal, progress } = loan
  return (
    <Card tone="accent">
      <KeyFigures figures={figuresOf(detail)} />
      <ProgressMeter
        label={repaymentText('paidSoFar', {
          amount: moneyText(paid),
          paid: installmentsPaid,
          total: installmentsTotal,
        })}
        share={Number(progress)}
      />
      <AutomaticPayments detail={detail} />
    </Card>
  )
}

function figuresOf(detail: LoanDetail) {
  const { nextPayment, balance, payoffToday, perDiem, feesDue, apr, signedApr, subStatus } = detail
  const principal = { label: repaymentText('balance'), value: moneyText(balance) }
  if (isNothingAsked(subStatus)) return [principal]
  return [
    {
      label: repaymentText('nextPayment'),
      value: nextPayment === null ? repaymentText('nothingDue') : moneyText(nextPayment.total),
      note:
        nextPayment === null
          ? undefined
          : nextPaymentNote(nextPayment, {
              us: (values) => repaymentText('onDay', values),
              borrower: (values) => repaymentText('byDay', values),
            }),
      strong: true,
    },
    {
      label: repaymentText('payoffToday'),
      value: moneyText(payoffToday),
      note: repaymentText('perDiem', { amount: moneyText(perDiem) }),
    },
    {
      ...principal,
      note:
        feesDue === '0.00' ? aprText(apr, signedApr) : repaymentText('fees', { amount: moneyText(feesDue) }),
    },
  ]
}

/** The APR of what is collected, and the signed one where they differ. */
const aprText = (apr: string, signedApr: string | null): string =>
  signedApr === null ? repaymentText('apr', { apr }) : repaymentText('aprSigned', { apr, signed: signedApr })

/** On or off, and why. */
function AutomaticPayments({ detail }: { detail: LoanDetail }) {
  const { automatic, account, paymentMode, nextDueDate } = detail
  if (nextDueDate === null) return null
  if (automatic.on) {
    return <p>{repaymentText('automaticOn', { account: accountText(account?.accountMasked ?? '') })}</p>
  }
  return (
    <p>
      {repaymentText('automaticOff')} {automatic.reason}{' '}
      {repaymentText('wayNow', { mode: modeText(paymentMode) })}
    </p>
  )
}
