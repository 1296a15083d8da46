import { PageContent } from '@dolphin/ui/page/page'
import { Waiting } from '../../app/waiting.tsx'
import { ConsentStep } from './consent-step.tsx'
import { ReadStep } from './read-step.tsx'
import { SignStep } from './sign-step.tsx'
import type { SigningDraft, SigningStep } from './signing-draft.ts'
import { useSigningDraft } from './signing-draft.ts'
import { SigningPosition } from './signing-position.tsx'
import type { SigningDetails } from './step-props.ts'

interface SigningStepsProps {
  details: SigningDetails
  /** Of an agreement, whose steps go on with the application's; null where a change of a loan is signed. */
  applicationNo: string | null
  reread: () => void
}

/** Read, then sign; the consent comes first only where it is still to be given. */
export function SigningSteps({ details, applicationNo, reread }: SigningStepsProps) {
  const { draft, change, drop } = useSigningDraft(details.requestCode)
  if (!draft) return <Waiting />
  const step = stepNow(details, draft)
  const props = { details, draft, change, reread }
  return (
    <PageContent width={step === 'read' ? 'wide' : 'reading'}>
      {applicationNo !== null && <SigningPosition applicationNo={applicationNo} step={step} />}
      {step === 'consent' && <ConsentStep {...props} />}
      {step === 'read' && <ReadStep {...props} hasCheck={applicationNo !== null} />}
      {step === 'sign' && <SignStep {...props} onSigned={drop} />}
    </PageContent>
  )
}

/** Reading and signing require the consent first, whatever step the draft stores. */
function stepNow({ electronicConsentGiven }: SigningDetails, { step }: SigningDraft): SigningStep {
  if (!electronicConsentGiven) return 'consent'
  return step === 'consent' ? 'read' : step
}
