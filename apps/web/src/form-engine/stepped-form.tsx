import type { FormElement } from '@dolphin/domain/form/form-definition'
import { type FormStep, stepsOf } from '@dolphin/domain/form/steps'
import { Banner } from '@dolphin/ui/banner/banner'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { StepHeading } from '../app/step-heading.tsx'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { usePageTitle } from '../app/page-title.ts'
import { fieldId } from './control-props.ts'
import { FormStoreContext, useFormSummary } from './form-store-context.ts'
import { FormFields } from './form-fields.tsx'
import { formText } from './messages.ts'
import { SaveState } from './save-state.tsx'
import { SaveDialogs } from './save-dialogs.tsx'
import type { SavedForm } from './save-form.ts'
import { labelOf } from './served-form.ts'
import type { FormEngine } from './use-form-engine.ts'
import { type AskBefore, useFormSave } from './use-form-save.ts'
import { useStepSaving } from './use-step-saving.ts'

interface SteppedFormProps {
  /** From `useFormEngine`. */
  engine: FormEngine
  /** The form's title; a step without a heading of its own is called by it. */
  title: string
  /** The page's own title, which the window keeps on the first step (product.md §2). */
  pageTitle?: string | undefined
  /** Which step is shown, from 0; one past the end shows the last. */
  step: number
  onStep: (step: number) => void
  /** Called after the save that follows the last step, or at once when nothing had changed. */
  onDone: (saved: SavedForm | undefined) => void
  /** The way back from the first step. */
  onBack?: (() => void) | undefined
  /** Sent along with the changed fields. */
  extra?: Readonly<Record<string, unknown>>
  /** Asks before a save that changes more than this form, by its preview. */
  askBefore?: AskBefore | undefined
  /** The form was never saved as a whole: its steps are kept as they are left, and the last one finishes it. */
  unfinished?: boolean | undefined
  /** The same for a form that nothing was made from yet. */
  keepsSteps?: boolean | undefined
  /** One step is changed: going on from it saves the whole. */
  savesHere?: boolean | undefined
  /** Shown between heading and fields. */
  children?: ReactNode
}

/**
 * A served form, one screenful at a time, cut at its headings. Continue judges the step that is shown, the last
 * one saves the whole; what the server refuses leads back to the step where it stands.
 */
export function SteppedForm({
  engine,
  title,
  pageTitle,
  step,
  onStep,
  onDone,
  onBack,
  extra,
  askBefore,
  unfinished = false,
  keepsSteps = false,
  savesHere = false,
  children,
}: SteppedFormProps) {
  const { store } = engine
  const summary = useFormSummary(store)
  const save = useFormSave(engine, onDone, { extra, askBefore, unfinished })
  const saving = useStepSaving(store, unfinished || keepsSteps)
  const { busy, submit } = save
  const steps = useMemo(() => shownSteps(summary.visible), [summary.visible])
  const at = Math.max(0, Math.min(step, steps.length - 1))
  const shown = steps[at]
  useErrorStep(steps, at, summary, onStep)
  const heading = shown?.heading ? labelOf(shown.heading) : title
  const here = new Set(keysOf(shown))
  const errors = summary.errors.filter(({ elementKey }) => elementKey === '' || here.has(rootOf(elementKey)))
  usePageTitle((at === 0 ? pageTitle : undefined) ?? heading, errors.length > 0)
  const goOn = () => {
    if (savesHere || at === steps.length - 1) return void saving.settled().then(submit)
    if (!store.submit(here)) return
    saving.keep(steps.slice(0, at + 1).flatMap(keysOf))
    onStep(at + 1)
  }
  const back = savesHere || at === 0 ? onBack : () => onStep(at - 1)
  return (
    <FormStoreContext value={store}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) goOn()
        }}
      >
        <StepHeading
          key={at}
          lead={steps.length > 1 && !savesHere ? partText(title, at, steps.length) : undefined}
        >
          {heading}
        </StepHeading>
        <ErrorSummary
          title={formText('summaryTitle')}
          attempt={summary.attempt}
          errors={errors.map(({ elementKey, message }) => ({
            fieldId: elementKey === '' ? undefined : fieldId(elementKey),
            message,
          }))}
        />
        {engine.restored && (
          <Banner tone="info">
            <p>{formText('draftRestored')}</p>
          </Banner>
        )}
        {children}
        <FormFields elements={shown?.elements ?? []} />
        <SaveState waiting={save.waiting} steps={summary.isFaulty ? 'rest' : saving.state} />
        <ActionBar>
          {back && <BackArrow label={formText('back')} onClick={back} />}
          <Button type="submit" busy={busy}>
            {busy ? formText('saving') : formText('continue')}
          </Button>
        </ActionBar>
      </form>
      <SaveDialogs store={store} save={save} />
    </FormStoreContext>
  )
}

/** The steps of which something is shown now. */
function shownSteps(visible: readonly FormElement[]): readonly FormStep[] {
  return stepsOf(visible).filter(({ elements }) => elements.length > 0)
}

/** After an attempt whose errors all stand on other steps: to the first of those. */
function useErrorStep(
  steps: readonly FormStep[],
  at: number,
  { attempt, errors }: { attempt: number; errors: readonly { elementKey: string }[] },
  onStep: (step: number) => void,
): void {
  const lead = useEffectEvent(() => {
    const standing = errors.map(({ elementKey }) =>
      steps.findIndex((step) => keysOf(step).includes(rootOf(elementKey))),
    )
    const first = standing.find((index) => index >= 0)
    if (first !== undefined && !standing.includes(at)) onStep(first)
  })
  useEffect(() => {
    if (attempt > 0) lead()
  }, [attempt])
}

const keysOf = (step: FormStep | undefined): readonly string[] =>
  step?.elements.map(({ elementKey }) => elementKey) ?? []

const rootOf = (path: string): string => path.split('.')[0] ?? path

const partText = (title: string, at: number, count: number): string =>
  formText('part', { title, number: at + 1, count })
