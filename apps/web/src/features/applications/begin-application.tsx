import { SectionKey } from '@dolphin/domain/applications/codes'
import { PageContent, WithRail } from '@dolphin/ui/page/page'
import { useMemo } from 'react'
import { isCustomer } from '../../api-client/session.ts'
import type { SavedForm } from '../../form-engine/save-form.ts'
import { ApplicationSteps } from './application-steps.tsx'
import { bootData } from '../../app/boot.ts'
import { firstStates } from './flow.ts'
import { FormSection } from './form-section.tsx'
import type { StartAnswers } from './start-answers.ts'

interface BeginApplicationProps {
  /** What was said at the start. */
  known?: StartAnswers
  /** The page's own title, on the first step. */
  pageTitle?: string
  onCreated: (saved: SavedForm) => void
  onBack: () => void
}

/** The first section before there is an application; its save makes application and loan (domain.md §1). */
export function BeginApplication({ known, pageTitle, onCreated, onBack }: BeginApplicationProps) {
  const { state, zip } = known ?? {}
  const address = useMemo(
    () => ({ ...(state === undefined ? {} : { state }), ...(zip === undefined ? {} : { zip }) }),
    [state, zip],
  )
  const current = SectionKey.personal
  const order = bootData().portfolio
  return (
    <PageContent width="wide">
      <WithRail
        rail={<ApplicationSteps order={order} current={current} states={firstStates(order, current)} />}
      >
        <FormSection
          code="personal"
          pageTitle={pageTitle}
          externalKey={null}
          prefill={isCustomer()}
          known={address}
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
