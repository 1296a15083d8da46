import { SectionKey } from '@dolphin/domain/applications/codes'
import { SUBMIT_SECTIONS } from '@dolphin/domain/applications/sections'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { AnsweredSection, useAllAnswered } from './answered-section.tsx'
import type { ApplicationView, ScreenProps, SectionView } from './application-view.ts'
import styles from './application.module.css'
import { ConfirmScreen } from './confirm-screen.tsx'
import { isConfirmed, landing } from './flow.ts'
import { applicationText } from './messages.ts'
import { useAskAmount } from './use-ask-amount.ts'

/** The last look before the amount is asked for: what the bank sent is confirmed, what was typed is checked. */
export default function SummaryScreen(props: ScreenProps) {
  const { view } = props
  const isAsked = view.loanStatus === LoanStatus.initializing && view.loanFlags.length === 0
  const isOpen = view.sections.some(
    ({ sectionKey, status }) => SUBMIT_SECTIONS.includes(sectionKey) && isLeft(sectionKey, status),
  )
  const confirms = isAsked && !isOpen && isConfirmed(view, SectionKey.question)
  return confirms ? <ConfirmScreen {...props} /> : <CheckScreen {...props} />
}

/** The questions stand on the confirmation; every other section is answered before it. */
const isLeft = (section: SectionKey, status: SectionView['status']): boolean =>
  section !== SectionKey.question && status !== 'done' && status !== 'filled'

/** Every answer with its way to change it; from here the amount is asked for. */
function CheckScreen({ view, goTo, goBack, goOn }: ScreenProps) {
  const ask = useAskAmount(view, goOn)
  const [open] = view.sections.filter(
    ({ sectionKey, status }) => SUBMIT_SECTIONS.includes(sectionKey) && status !== 'done',
  )
  usePageTitle(applicationText('checkTitle'))
  const answered = view.sections.filter(({ formCode }) => formCode !== null)
  if (!useAllAnswered(answered, view.applicationNo)) return <Waiting />
  return (
    <Card>
      <StepHeading lead={applicationText(open === undefined ? 'checkLead' : 'checkLocked')}>
        {applicationText('checkTitle')}
      </StepHeading>
      {view.loanFlags.length > 0 && landing(view) === SectionKey.summary && (
        <Banner tone="info">
          <p>{applicationText('recalculate')}</p>
        </Banner>
      )}
      {view.sections.map((section) => {
        const { sectionKey, formCode } = section
        if (sectionKey === SectionKey.ibv)
          return (
            <LinkedBank key={sectionKey} view={view} section={section} onChange={() => goTo(sectionKey)} />
          )
        if (formCode === null) return null
        const title = applicationText(sectionKey)
        const { applicationNo } = view
        return <AnsweredSection key={sectionKey} {...{ title, section, applicationNo }} />
      })}
      <ActionBar>
        {goBack && <BackArrow label={applicationText('goBack')} onClick={goBack} />}
        {open === undefined ? (
          <Button busy={ask.busy} onClick={() => void ask.start()}>
            {applicationText(ask.busy ? 'asking' : 'ask')}
          </Button>
        ) : (
          <Button onClick={() => goTo(open.sectionKey)}>
            {applicationText('goOnTo', { label: applicationText(open.sectionKey) })}
          </Button>
        )}
      </ActionBar>
    </Card>
  )
}

interface LinkedBankProps {
  view: ApplicationView
  section: SectionView
  onChange: () => void
}

function LinkedBank({ view, section, onChange }: LinkedBankProps) {
  const linked = view.ibvStatus === IbvStatus.successful || section.status === 'done'
  const value = applicationText(linked ? 'linkDone' : 'linkOpen')
  const title = applicationText(SectionKey.ibv)
  const action = section.editable ? (
    <Button variant="quiet" aria-label={applicationText('changeOf', { what: title })} onClick={onChange}>
      {applicationText('change')}
    </Button>
  ) : undefined
  return (
    <section className={styles.answers}>
      <h2>{title}</h2>
      <SummaryList rows={[{ label: applicationText('linkRow'), value, action }]} />
    </section>
  )
}
