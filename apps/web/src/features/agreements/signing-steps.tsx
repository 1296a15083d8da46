import { PageContent, WithRail } from '@dolphin/ui/page/page'
import { Stepper } from '@dolphin/ui/stepper/stepper'
import { Waiting } from '../../app/waiting.tsx'
import { ConsentStep } from './consent-step.tsx'
import { agreementText } from './messages.ts'
import { ReadStep } from './read-step.tsx'
import { SignStep } from './sign-step.tsx'
import type { SigningDetails } from './step-props.ts'
import { SIGNING_STEPS, type SigningDraft, type SigningStep, useSigningDraft } from './signing-draft.ts'

interface SigningStepsProps {
  details: SigningDetails
  reread: () => void
}

/** Consent, read, sign; the first is skipped once the server has it. */
export function SigningSteps({ details, reread }: SigningStepsProps) {
  const { draft, change, drop } = useSigningDraft(details.requestCode)
  if (!draft) return <Waiting />
  const step = stepNow(details, draft)
  const props = { details, draft, change, reread }
  return (
    <PageContent width="wide">
      {step === 'read' ? (
        <ReadStep {...props} stepsHead={<StepsHead step={step} />} />
      ) : (
        <WithRail rail={<StepsHead step={step} />}>
          {step === 'consent' ? <ConsentStep {...props} /> : <SignStep {...props} onSigned={drop} />}
        </WithRail>
      )}
    </PageContent>
  )
}

/** Reading and signing require the consent first, whatever step the draft stores. */
function stepNow({ electronicConsentGiven }: SigningDetails, { step }: SigningDraft): SigningStep {
  if (!electronicConsentGiven) return 'consent'
  return step === 'consent' ? 'read' : step
}

const LABELS = { consent: 'stepConsent', read: 'stepRead', sign: 'stepSign' } as const

function StepsHead({ step }: { step: SigningStep }) {
  const current = SIGNING_STEPS.indexOf(step)
  const label = agreementText(LABELS[step])
  return (
    <Stepper
      label={agreementText('steps')}
      position={agreementText('position', { number: current + 1, count: SIGNING_STEPS.length, label })}
      stateLabels={{
        done: agreementText('done'),
        current: agreementText('current'),
        todo: agreementText('todo'),
      }}
      steps={SIGNING_STEPS.map((key, index) => ({
        key,
        label: agreementText(LABELS[key]),
        state: index < current ? 'done' : index === current ? 'current' : 'todo',
      }))}
    />
  )
}
