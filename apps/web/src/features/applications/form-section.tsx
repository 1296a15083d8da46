import { isRequired, shownForm } from '@dolphin/domain/form/associates'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, isEmptyValue } from '@dolphin/domain/form/form-value'
import { stepsOf } from '@dolphin/domain/form/steps'
import type { LoanFlag } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { useMemo } from 'react'
import { pageLanguage } from '../../messages/define-messages.ts'
import { isCustomer } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { StoredForm } from '../../form-engine/form-store.ts'
import type { SavedForm } from '../../form-engine/save-form.ts'
import { labelOf, type ServedForm } from '../../form-engine/served-form.ts'
import { SteppedForm } from '../../form-engine/stepped-form.tsx'
import { useFormEngine } from '../../form-engine/use-form-engine.ts'
import { usePlace } from '../../app/place.ts'
import type { AskedSave } from '../../form-engine/use-form-save.ts'
import { applicationText } from './messages.ts'
import { type SectionForm, useSectionForm } from './use-section-form.ts'

interface FormSectionProps {
  code: string
  /** The page's own title, on the first step. */
  pageTitle?: string | undefined
  /** The application; null before there is one. */
  externalKey: string | null
  /** Whether a customer's known answers fill a form that is not stored yet. */
  prefill: boolean
  /** The section was never saved as a whole. */
  unfinished?: boolean | undefined
  /** Element keys that a review asks to have corrected. */
  repairElements: readonly string[]
  /** Where the section is closed, the only element keys that may be corrected. */
  correctElements?: readonly string[] | undefined
  /** What was said at the start, to begin a form with. */
  known?: FormAnswers | undefined
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

const NONE: readonly string[] = []

/** The form with the elements alone that may be corrected, where there are such; else the whole. */
function correctable(form: ServedForm, keys: readonly string[]): ServedForm {
  if (keys.length === 0) return form
  const elements = form.definition.elements.filter(({ elementKey }) => keys.includes(elementKey))
  return { ...form, definition: { ...form.definition, elements } }
}

/** The address of the account is not asked for again; the server takes it from there. */
function withoutKnownEmail(form: ServedForm, externalKey: string | null, stored: StoredForm): ServedForm {
  if (externalKey !== null || isEmptyValue(answerOf(stored.values, 'email'))) return form
  const elements = form.definition.elements.filter(({ elementKey }) => elementKey !== 'email')
  return { ...form, definition: { ...form.definition, elements } }
}

function FilledForm(props: FormSectionProps & SectionForm) {
  const { code, externalKey, stored, context, repairElements, unfinished, offerFlags, onDone, onBack } = props
  const { form: whole, correctElements = NONE } = props
  const form = useMemo(
    () => correctable(withoutKnownEmail(whole, externalKey, stored), correctElements),
    [whole, externalKey, stored, correctElements],
  )
  const place = usePlace()
  const draftName = `${code}.${externalKey ?? 'new'}`
  const engine = useFormEngine({ form, stored, context, draftName, known: props.known })
  const firstOpen = useMemo(() => firstOpenStep(form.definition.elements, stored), [form, stored])
  if (!engine) return <Waiting />
  const { definition } = form
  const title = pageLanguage() === 'es' ? (definition.titleEs ?? definition.title) : definition.title
  const toRepair = definition.elements.filter(({ elementKey }) => repairElements.includes(elementKey))
  return (
    <Card>
      <SteppedForm
        engine={engine}
        title={title}
        pageTitle={props.pageTitle}
        unfinished={unfinished}
        keepsSteps={externalKey === null && isCustomer()}
        savesHere={place.get('change') !== undefined}
        step={Number(place.get('step') ?? firstOpen + 1) - 1}
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

/** The step to go on with: the first that asks for something that is not stored yet. */
function firstOpenStep(elements: readonly FormElement[], { values, masked }: StoredForm): number {
  const { elements: shown, answers } = shownForm(elements, values)
  const isOpen = (element: FormElement) =>
    isRequired(element, answers) &&
    isEmptyValue(answerOf(values, element.elementKey)) &&
    masked[element.elementKey] === undefined
  const first = stepsOf(shown)
    .filter((step) => step.elements.length > 0)
    .findIndex((step) => step.elements.some(isOpen))
  return Math.max(0, first)
}

/** What is asked before a save that would end the application or make the offer stale; undefined for any other. */
function staleWarning(
  { loanFlags, endsApplication }: SavedForm,
  standing: readonly LoanFlag[],
): AskedSave | undefined {
  if (endsApplication) return { text: applicationText('saveEnds'), along: { mayEnd: true } }
  const isStale = loanFlags.some((flag) => !standing.includes(flag))
  return isStale ? { text: applicationText('saveRecalculates') } : undefined
}
