import { REPORT_SECTIONS } from '@dolphin/domain/applications/sections'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isRequired } from '@dolphin/domain/form/associates'
import { isAnswered } from '@dolphin/domain/form/form-definition'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Folded } from '@dolphin/ui/folded/folded'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type CallFailure, type CallInput, call } from '../../api-client/call.ts'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { useErrorTitle, usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { fieldId } from '../../form-engine/control-props.ts'
import { FormFields } from '../../form-engine/form-fields.tsx'
import { FormStoreContext, useFormSummary } from '../../form-engine/form-store-context.ts'
import { formText } from '../../form-engine/messages.ts'
import { SaveDialogs } from '../../form-engine/save-dialogs.tsx'
import { reported } from '../../form-engine/save-form.ts'
import { SaveState } from '../../form-engine/save-state.tsx'
import { type FormEngine, useFormEngine } from '../../form-engine/use-form-engine.ts'
import { useFormSave } from '../../form-engine/use-form-save.ts'
import { type Answered, AnsweredSection, answeredKey, useAllAnswered } from './answered-section.tsx'
import type { ApplicationView, ScreenProps, SectionView } from './application-view.ts'
import { confirmText } from './confirm-messages.ts'
import { applicationText } from './messages.ts'
import { accountRows, type BankDetails, payRows } from './pay-rows.ts'
import { useAskAmount } from './use-ask-amount.ts'
import { type SectionForm, useSectionForm } from './use-section-form.ts'

/**
 * What the bank report gave, row by row, with the questions that no report answers. One button confirms it as it is shown
 * and asks for the amount; what was saved of it before something failed is not saved again.
 */
export function ConfirmScreen(screen: ScreenProps) {
  const { view } = screen
  const question = sectionOf(view, SectionKey.question)
  usePageTitle(confirmText('title'))
  const read = view.sections.filter(({ sectionKey }) => SHOWN.has(sectionKey))
  const isRead = useAllAnswered(read, view.applicationNo)
  const details = useBankDetails(view)
  const props = { ...screen, isKnown: isRead && !details.isPending, details: details.data }
  return question !== undefined && question.status !== 'done' ? (
    <WithQuestions {...props} />
  ) : (
    <Confirmation {...props} />
  )
}

/** The sections whose rows stand open. */
const SHOWN: ReadonlySet<SectionKey> = new Set(REPORT_SECTIONS)

interface ConfirmProps extends ScreenProps {
  /** The rows can be shown. */
  isKnown: boolean
  details: BankDetails | undefined
}

const sectionOf = ({ sections }: ApplicationView, key: SectionKey): SectionView | undefined =>
  sections.find(({ sectionKey }) => sectionKey === key)

function WithQuestions(props: ConfirmProps) {
  const { applicationNo, signedIn } = props.view
  const reading = useSectionForm('question', applicationNo, signedIn)
  if (reading.state === 'waiting') return <Waiting />
  if (reading.state === 'failed') return <ReadingFailed failure={reading.failure} again={reading.again} />
  return <Questions {...props} value={reading.value} />
}

function Questions({ value: { form, stored, context }, ...props }: ConfirmProps & { value: SectionForm }) {
  const engine = useFormEngine({ form, stored, context, draftName: `question.${props.view.applicationNo}` })
  return engine ? <AskedConfirmation {...props} engine={engine} /> : <Waiting />
}

/** The confirmation with the open questions on it: they are judged before anything is sent. */
function AskedConfirmation({ engine, ...props }: ConfirmProps & { engine: FormEngine }) {
  const { store } = engine
  const summary = useFormSummary(store)
  useErrorTitle(summary.errors.length > 0)
  const ask = useAskAmount(props.view, props.goOn)
  const save = useFormSave(engine, () => void ask.start(), { unfinished: true })
  const confirm = useConfirm(props, save.submit)
  const needed = summary.visible.filter(
    (element) =>
      isAnswered(element) && (isRequired(element, store.answers) || element.associates !== undefined),
  )
  return (
    <FormStoreContext value={store}>
      <Confirmed
        {...props}
        busy={confirm.busy || save.busy || ask.busy}
        onYes={() => {
          if (store.submit()) void confirm.start()
        }}
        errors={
          <ErrorSummary
            title={formText('summaryTitle')}
            attempt={summary.attempt}
            errors={summary.errors.map(({ elementKey, message }) => ({
              fieldId: elementKey === '' ? undefined : fieldId(elementKey),
              message,
            }))}
          />
        }
      >
        <section>
          <h2>{confirmText('questions')}</h2>
          <FormFields elements={needed} />
          <SaveState waiting={save.waiting} steps="rest" />
        </section>
      </Confirmed>
      <SaveDialogs store={store} save={save} />
    </FormStoreContext>
  )
}

function Confirmation(props: ConfirmProps) {
  const ask = useAskAmount(props.view, props.goOn)
  const confirm = useConfirm(props, ask.start)
  return <Confirmed {...props} busy={confirm.busy} onYes={() => void confirm.start()} />
}

/** Saves each section that the report filled, as it was read for this page, and goes on once none is left. */
function useConfirm({ view, refresh }: ScreenProps, goOn: () => Promise<void>) {
  const [saved, setSaved] = useState<readonly SectionKey[]>([])
  return useAct(async () => {
    const filled = view.sections.filter(
      ({ status, sectionKey }) => status === 'filled' && !saved.includes(sectionKey),
    )
    for (const section of filled) {
      const failure = await confirmAsShown(section, view.applicationNo)
      if (failure !== undefined) {
        await refresh()
        await queryClient.invalidateQueries({ queryKey: ['answered'] })
        return showFailure(failure)
      }
      setSaved((before) => [...before, section.sectionKey])
    }
    await goOn()
  })
}

/** Sends what the report gave as the page shows it; undefined once it is saved. */
async function confirmAsShown(section: SectionView, externalKey: string): Promise<CallFailure | undefined> {
  const shown = queryClient.getQueryData<Answered>(answeredKey(section, externalKey))
  if (shown === undefined || section.formCode === null)
    throw new Error('a section is confirmed once it is shown')
  const body = { externalKey, changed: reported(shown.stored), version: shown.stored.version }
  const params = { code: section.formCode }
  const result = await call('updateForm', { params, body } as CallInput<'updateForm'>)
  return result.ok ? undefined : result.failure
}

interface ConfirmedProps extends ConfirmProps {
  busy: boolean
  onYes: () => void
  errors?: ReactNode
  children?: ReactNode
}

function Confirmed({ view, isKnown, details, goBack, busy, onYes, errors, children }: ConfirmedProps) {
  const employment = sectionOf(view, SectionKey.employment)
  const bank = sectionOf(view, SectionKey.bank)
  const others = [SectionKey.personal, SectionKey.question].flatMap((key) => sectionOf(view, key) ?? [])
  const { applicationNo } = view
  useIsFetching({ queryKey: ['answered'] })
  const isShown = view.sections.every(
    (section) =>
      section.status !== 'filled' ||
      queryClient.getQueryData(answeredKey(section, applicationNo)) !== undefined,
  )
  if (!isKnown) return <Waiting />
  const { institution, income } = details ?? { institution: null, income: null }
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && isShown) onYes()
        }}
      >
        <StepHeading lead={leadOf(view, institution)}>{confirmText('title')}</StepHeading>
        {errors}
        {employment && (
          <AnsweredSection
            title={confirmText('pay')}
            section={employment}
            applicationNo={applicationNo}
            rowsOf={(answered) => payRows(answered, income)}
            more={confirmText('morePay')}
          />
        )}
        {bank && (
          <AnsweredSection
            title={confirmText('account')}
            section={bank}
            applicationNo={applicationNo}
            rowsOf={(answered) => accountRows(answered, institution)}
          />
        )}
        {children}
        <Folded summary={confirmText('about')}>
          {others
            .filter(({ status }) => status === 'done')
            .map((section) => (
              <AnsweredSection
                key={section.sectionKey}
                title={applicationText(section.sectionKey)}
                section={section}
                applicationNo={applicationNo}
              />
            ))}
        </Folded>
        <ActionBar>
          {goBack && <BackArrow label={applicationText('goBack')} onClick={goBack} />}
          <Button type="submit" busy={busy || !isShown}>
            {confirmText(busy ? 'saving' : 'yes')}
          </Button>
        </ActionBar>
      </form>
    </Card>
  )
}

/** Who says what is to be confirmed: the bank, or the borrower where all of it was answered before. */
function leadOf({ sections }: ApplicationView, institution: string | null): string {
  if (!sections.some(({ status }) => status === 'filled')) return applicationText('checkLead')
  return institution === null ? confirmText('leadUnnamed') : confirmText('lead', { bank: institution })
}

/** The bank and the income of the link; where they cannot be read, the answers stand for themselves. */
function useBankDetails({ requestId }: ApplicationView) {
  const query = requestId === null ? {} : { requestCode: requestId }
  const read = reads('getRequestDetails', { query })
  const { data, isPending } = useQuery({ ...read, retry: false })
  const details: BankDetails | undefined = data?.purpose === 'IBV' ? data : undefined
  return { data: details, isPending }
}
