import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Link } from 'wouter'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { isToSign } from './terms-again.ts'

/** The money waits for the borrower to sign new dates, or to pick a plan first. */
export function SignAgain({ loan }: { loan: PayoutLoan }) {
  const toSign = isToSign(loan)
  return (
    <Banner tone="warning" title={payoutText('againTitle')}>
      <p>{payoutText(toSign ? 'againLead' : 'againPick')}</p>
      <Link href={loan.next} className={buttonClass('forward')}>
        {payoutText(toSign ? 'againSign' : 'againGoOn')}
      </Link>
    </Banner>
  )
}
