import { SectionKey } from '@dolphin/domain/application/section-key'
import { SUBMIT_SECTIONS } from '@dolphin/domain/application/sections'
import { visibleElements } from '@dolphin/domain/form/associates'
import { isAnswered } from '@dolphin/domain/form/form-definition'
import { answerOf } from '@dolphin/domain/form/form-value'
import { formatValue } from '@dolphin/domain/form/format-value'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '../../api-client/use-call.ts'
import { CallError, queryClient } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { labelOf } from '../../form-engine/served-form.ts'
import type { ApplicationView, ScreenProps, SectionView } from '../../origination/application-view.ts'
import { landing } from './flow.ts'
import { applicationText } from './messages.ts'
import { readForm, readStored } from './use-section-form.ts'

/** Every answer with its way to change it; from here the amount is asked for. */
export function SummaryScreen({ view, goTo, goBack, goOn }: ScreenProps) {
  const ask = useAsk(view, goOn)
  const open = view.sections.filter(
    ({ sectionKey, status }) => SUBMIT_SECTIONS.includes(sectionKey) && status !== 'done',
  )
  usePageTitle(applicationText('checkTitle'))
  return (
    <Card>
      <StepHeading lead={applicationText(open.length === 0 ? 'checkLead' : 'checkLocked')}>
        {applicationText('checkTitle')}
      </StepHeading>
      {view.loanFlags.length > 0 && landing(view) === SectionKey.summary && (
        <Banner tone="info">
          <p>{applicationText('recalculate')}</p>
        </Banner>
      )}
      {view.sections.map((section) =>
        section.formCode === null ? null : (
          <AnsweredSection
            key={section.sectionKey}
            section={section}
            code={section.formCode}
            applicationNo={view.applicationNo}
            onChange={() => goTo(section.sectionKey)}
          />
        ),
      )}
      <LinkedBank view={view} onChange={() => goTo(SectionKey.ibv)} />
      <ButtonRow>
        {goBack && <BackButton onClick={goBack}>{applicationText('goBack')}</BackButton>}
        {open[0] ? (
          <Button onClick={() => goTo(open[0]?.sectionKey ?? SectionKey.personal)}>
            {applicationText('goOnTo', { label: applicationText(open[0].sectionKey) })}
          </Button>
        ) : (
          <Button busy={ask.busy} onClick={() => void ask.start()}>
            {applicationText(ask.busy ? 'asking' : 'ask')}
          </Button>
        )}
      </ButtonRow>
    </Card>
  )
}

/** Submits the application: an amount leads on to it, everything else to the page that tells of it. */
function useAsk({ applicationNo }: ApplicationView, goOn: ScreenProps['goOn']) {
  const [, navigate] = useLocation()
  return useAct(async () => {
    const result = await call('calculateQualifiedAmount', { body: { applicationNo } })
    if (!result.ok) return showFailure(result.failure)
    queryClient.removeQueries({ queryKey: ['calculateQualifiedAmount'] })
    queryClient.removeQueries({ queryKey: ['getPaymentOption'] })
    const { notification } = result.value
    if (notification !== null) return navigate(`/notification/${notification}`)
    await goOn(SectionKey.loanDetail)
  })
}

interface AnsweredSectionProps {
  section: SectionView
  code: string
  applicationNo: string
  onChange: () => void
}

/** The answers of one section, as people read them. */
function AnsweredSection({ section, code, applicationNo, onChange }: AnsweredSectionProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['answered', code, applicationNo, section.version],
    queryFn: async () => {
      const [form, stored] = await Promise.all([readForm(code), readStored(code, applicationNo, true)])
      return { form, stored }
    },
  })
  const title = applicationText(section.sectionKey)
  if (error instanceof CallError)
    return <ReadingFailed failure={error.failure} again={() => void refetch()} />
  if (!data) return <Waiting />
  const { form, stored } = data
  const shown = visibleElements(form.definition.elements, stored.values).filter(isAnswered)
  const rows = shown.map((element) => {
    const options = form.options.get(element.dataDomainValues ?? '') ?? []
    const value = formatValue(element, answerOf(stored.values, element.elementKey), options)
    const masked = stored.masked[element.elementKey]
    return {
      label: labelOf(element),
      value: masked ?? (value === '' ? applicationText('notAnswered') : value),
    }
  })
  return (
    <section>
      <h2>{title}</h2>
      {section.status !== 'locked' && <SummaryList rows={rows} />}
      {section.editable && (
        <Button variant="quiet" aria-label={applicationText('changeOf', { what: title })} onClick={onChange}>
          {applicationText('change')}
        </Button>
      )}
    </section>
  )
}

function LinkedBank({ view, onChange }: { view: ApplicationView; onChange: () => void }) {
  const linked = view.ibvStatus === IbvStatus.successful
  const section = view.sections.find(({ sectionKey }) => sectionKey === SectionKey.ibv)
  const what = applicationText('linkRow')
  return (
    <section>
      <h2>{applicationText(SectionKey.ibv)}</h2>
      <SummaryList
        rows={[
          {
            label: what,
            value: applicationText(linked || section?.status === 'done' ? 'linkDone' : 'linkOpen'),
          },
        ]}
      />
      {section?.editable && (
        <Button variant="quiet" aria-label={applicationText('changeOf', { what })} onClick={onChange}>
          {applicationText('change')}
        </Button>
      )}
    </section>
  )
}
