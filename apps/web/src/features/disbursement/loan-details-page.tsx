import { withQueries } from '../../api-client/with-queries.tsx'
import { payoutText } from './messages.ts'
import { PayoutDetails } from './payout-details.tsx'
import { PayoutPageContent } from './payout-page-content.tsx'

/** /disbursement/loan-details: amount, account or check, the day, and what of it can still be changed. */
export default withQueries(function PayoutDetailsPage() {
  return (
    <PayoutPageContent title={payoutText('detailsTitle')} lead={payoutText('detailsLead')}>
      {(loan) => <PayoutDetails loan={loan} whole />}
    </PayoutPageContent>
  )
})
