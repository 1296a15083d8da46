import { SignStatus } from '@dolphin/domain/loans/codes'
import { signingStep } from '@dolphin/domain/loans/signing-step'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Link } from 'wouter'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'

/** The one step that the money waits for, or that none is left. */
export function LeftToDo({ loan }: { loan: PayoutLoan }) {
  const { next, signStatus, amount, loanFlags: flags, signsAgain } = loan
  const isSigning = signingStep({ hasPlan: amount !== null, flags, signsAgain }) === 'sign'
  const isWaiting = next === '/home'
  return (
    <Card>
      <h2>{payoutText('leftTitle')}</h2>
      <p>{payoutText(stateOf(signStatus, isSigning))}</p>
      {isWaiting ? (
        <p>{payoutText('leftNothing')}</p>
      ) : (
        <Link href={next} className={buttonClass('forward')}>
          {payoutText(isSigning ? 'leftSign' : 'leftApply')}
        </Link>
      )}
    </Card>
  )
}

function stateOf(signStatus: PayoutLoan['signStatus'], isSigning: boolean) {
  if (signStatus === SignStatus.signed) return 'signed'
  return isSigning ? 'signatureLead' : 'notYet'
}
