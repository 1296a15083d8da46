import { withQueries } from '../../api-client/with-queries.tsx'
import { LeftToDo } from './left-to-do.tsx'
import { payoutText } from './messages.ts'
import { PayoutDetails } from './payout-details.tsx'
import { PayoutPageContent } from './payout-page-content.tsx'

/** /disbursement/signature: what is left to sign before the money goes out. */
export default withQueries(function PayoutSignaturePage() {
  return (
    <PayoutPageContent title={payoutText('signatureTitle')} lead={payoutText('signatureLead')}>
      {(loan) => (
        <>
          {!loan.signsAgain && <LeftToDo loan={loan} />}
          <PayoutDetails loan={loan} whole={false} />
        </>
      )}
    </PayoutPageContent>
  )
})
