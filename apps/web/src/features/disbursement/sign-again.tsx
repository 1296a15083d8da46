import { signingStep } from '@dolphin/domain/loans/signing-step'
import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Link } from 'wouter'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'

/** The money waits for the borrower to sign new dates, or to pick a plan first. */
export function SignAgain({ loan }: { loan: PayoutLoan }) {
  const { amount, loanFlags: flags, signsAgain } = loan
  const toSign = signingStep({ hasPlan: amount !== null, flags, signsAgain }) === 'sign'
  return (
    <Banner tone="warning" title={payoutText('againTitle')}>
      <p>{payoutText(toSign ? 'againLead' : 'againPick')}</p>
      <Link href={loan.next} className={buttonClass('forward')}>
        {payoutText(toSign ? 'againSign' : 'againGoOn')}
      </Link>
    </Banner>
  )
}
