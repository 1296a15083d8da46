import { SectionKey } from '@dolphin/domain/applications/codes'
import { PageContent, WithRail } from '@dolphin/ui/page/page'
import { Stepper } from '@dolphin/ui/stepper/stepper'
import { isCustomer } from '../../api-client/session.ts'
import type { SavedForm } from '../../form-engine/save-form.ts'
import { STEP_ORDER } from './flow.ts'
import { FormSection } from './form-section.tsx'
import { applicationText } from './messages.ts'

interface BeginApplicationProps {
  onCreated: (saved: SavedForm) => void
  onBack: () => void
}

/** The first section before there is an application; its save makes application and loan (domain.md §1). */
export function BeginApplication({ onCreated, onBack }: BeginApplicationProps) {
  const current = SectionKey.personal
  const steps = STEP_ORDER.map((key) => ({
    key,
    label: applicationText(key),
    state: key === current ? ('current' as const) : ('todo' as const),
  }))
  return (
    <PageContent width="wide">
      <WithRail
        rail={
          <Stepper
            label={applicationText('steps')}
            steps={steps}
            position={applicationText('position', {
              number: 1,
              count: steps.length,
              label: applicationText(current),
            })}
            stateLabels={{
              done: applicationText('stateDone'),
              current: applicationText('stateCurrent'),
              todo: applicationText('stateTodo'),
            }}
          />
        }
      >
        <FormSection
          code="personal"
          externalKey={null}
          prefill={isCustomer()}
          repairElements={[]}
          onBack={onBack}
          onDone={(saved) => {
            if (saved) onCreated(saved)
          }}
        />
      </WithRail>
    </PageContent>
  )
}
