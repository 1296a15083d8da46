import { SectionKey } from '@dolphin/domain/applications/codes'
import { SUBMIT_SECTIONS } from '@dolphin/domain/applications/sections'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { CallError, queryClient, reads } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ApplicationView, ScreenProps, SectionView } from './application-view.ts'
import { answerRows } from './answer-rows.ts'
import { landing } from './flow.ts'
import { applicationText } from './messages.ts'
import styles from './application.module.css'
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
    queryClient.setQueryData(
      reads('calculateQualifiedAmount', { body: { applicationNo } }).queryKey,
      result.value,
    )
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
      const [form, stored] = await Promise.all([
        queryClient.ensureQueryData({ queryKey: ['servedForm', code], queryFn: () => readForm(code) }),
        readStored(code, applicationNo, true),
      ])
      return { form, stored }
    },
  })
  const title = applicationText(section.sectionKey)
  if (error instanceof CallError)
    return <ReadingFailed failure={error.failure} again={() => void refetch()} />
  if (!data) return <Waiting />
  const mayChange = section.editable || section.correctElements.length > 0
  return (
    <section>
      <SectionHead title={title} onChange={mayChange ? onChange : undefined} />
      <SummaryList rows={answerRows(data.form, data.stored)} />
    </section>
  )
}

/** A section's name with its way to change it beside. */
function SectionHead({ title, onChange }: { title: string; onChange: (() => void) | undefined }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {onChange && (
        <Button variant="quiet" aria-label={applicationText('changeOf', { what: title })} onClick={onChange}>
          {applicationText('change')}
        </Button>
      )}
    </div>
  )
}

function LinkedBank({ view, onChange }: { view: ApplicationView; onChange: () => void }) {
  const section = view.sections.find(({ sectionKey }) => sectionKey === SectionKey.ibv)
  const linked = view.ibvStatus === IbvStatus.successful || section?.status === 'done'
  const value = applicationText(linked ? 'linkDone' : 'linkOpen')
  return (
    <section>
      <SectionHead
        title={applicationText(SectionKey.ibv)}
        onChange={section?.editable ? onChange : undefined}
      />
      <SummaryList rows={[{ label: applicationText('linkRow'), value }]} />
    </section>
  )
}
