import type { LoanFlag } from '@dolphin/domain/loan/loan-flag'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { queryClient } from '../../api-client/with-queries.tsx'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { SavedForm } from '../../form-engine/save-form.ts'
import { labelOf } from '../../form-engine/served-form.ts'
import { SteppedForm } from '../../form-engine/stepped-form.tsx'
import { useFormEngine } from '../../form-engine/use-form-engine.ts'
import { usePlace } from '../../origination/place.ts'
import { applicationText } from './messages.ts'
import { type SectionForm, useSectionForm } from './use-section-form.ts'

interface FormSectionProps {
  code: string
  /** The application; null before there is one. */
  externalKey: string | null
  /** Whether a customer's known answers fill a form that is not stored yet. */
  prefill: boolean
  /** Element keys that a review asks to have corrected. */
  repairElements: readonly string[]
  /** The flags that the loan carries while an amount is on offer; undefined before one is. */
  offerFlags?: readonly LoanFlag[] | undefined
  onDone: (saved: SavedForm | undefined) => void
  onBack: (() => void) | undefined
}

/** A section that a served form fills, one step at a time. What is typed is kept on this device until it is saved. */
export function FormSection(props: FormSectionProps) {
  const { code, externalKey, prefill } = props
  const reading = useSectionForm(code, externalKey, prefill)
  if (reading.state === 'waiting') return <Waiting />
  if (reading.state === 'failed') return <ReadingFailed failure={reading.failure} again={reading.again} />
  return <FilledForm {...props} {...reading.value} />
}

function FilledForm(props: FormSectionProps & SectionForm) {
  const { code, externalKey, form, stored, context, repairElements, offerFlags, onDone, onBack } = props
  const place = usePlace()
  const engine = useFormEngine({ form, stored, context, draftName: `${code}.${externalKey ?? 'new'}` })
  if (!engine) return <Waiting />
  const { definition } = form
  const title =
    document.documentElement.lang === 'es' ? (definition.titleEs ?? definition.title) : definition.title
  const toRepair = definition.elements.filter(({ elementKey }) => repairElements.includes(elementKey))
  return (
    <Card>
      <SteppedForm
        engine={engine}
        title={title}
        step={Number(place.get('step') ?? 1) - 1}
        onStep={(step) => place.go({ step: String(step + 1) })}
        onBack={onBack}
        askBefore={offerFlags && ((preview) => staleWarning(preview, offerFlags))}
        onDone={(saved) => {
          queryClient.removeQueries({ queryKey: ['readForm', code] })
          onDone(saved)
        }}
      >
        {toRepair.length > 0 && (
          <Banner tone="warning" title={applicationText('repairTitle')}>
            <p>{applicationText('repair', { fields: toRepair.map(labelOf).join(', ') })}</p>
          </Banner>
        )}
      </SteppedForm>
    </Card>
  )
}

/** What is said before a save that would make the offer stale; undefined when it would not. */
function staleWarning({ loanFlags }: SavedForm, standing: readonly LoanFlag[]): string | undefined {
  return loanFlags.some((flag) => !standing.includes(flag)) ? applicationText('saveRecalculates') : undefined
}
