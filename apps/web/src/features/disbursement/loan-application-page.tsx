import { TrackerStep } from '@dolphin/domain/loans/codes'
import { Card } from '@dolphin/ui/card/card'
import { withQueries } from '../../api-client/with-queries.tsx'
import { LoanTracker } from '../loans/loan-tracker.tsx'
import { LeftToDo } from './left-to-do.tsx'
import { payoutText } from './messages.ts'
import { PayoutDetails } from './payout-details.tsx'
import { PayoutPageContent } from './payout-page-content.tsx'

/** /disbursement/loan-application: how far application and money are, and what is left to do. */
export default withQueries(function PayoutApplicationPage() {
  return (
    <PayoutPageContent title={payoutText('applicationTitle')} lead={payoutText('applicationLead')}>
      {(loan) => (
        <>
          <Card tone="accent">
            <LoanTracker step={loan.trackerStep ?? TrackerStep.applicationSubmitted} />
          </Card>
          {!loan.signsAgain && <LeftToDo loan={loan} />}
          <PayoutDetails loan={loan} whole={false} />
        </>
      )}
    </PayoutPageContent>
  )
})
