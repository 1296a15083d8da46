import { withQueries } from '../../api-client/with-queries.tsx'
import { isCustomer } from '../../api-client/session.ts'
import { appText } from '../../app/messages.ts'
import { usePlace } from '../../app/place.ts'
import { ApplyAgain } from './apply-again.tsx'
import { BeginApplication } from './begin-application.tsx'
import { type FirstProps, Guided } from './guided.tsx'

/** /loan-agreement, "Apply for New Loan": a returning applicant confirms the earlier answers (product.md §2). */
function LoanAgreementPage() {
  return <Guided first={NewLoan} />
}

function NewLoan({ onCreated }: FirstProps) {
  const place = usePlace()
  const isChanging = place.get('section') !== undefined
  const form = (
    <BeginApplication
      pageTitle={appText('titleLoanAgreement')}
      onBack={() => (isChanging ? place.go({ section: undefined, step: undefined }) : history.back())}
      onCreated={(saved) => {
        place.go({ section: undefined, step: undefined }, { replace: true })
        onCreated(saved)
      }}
    />
  )
  if (!isCustomer() || isChanging) return form
  return (
    <ApplyAgain onCreated={onCreated} onChange={() => place.go({ section: 'personal' })} otherwise={form} />
  )
}

export default withQueries(LoanAgreementPage)
