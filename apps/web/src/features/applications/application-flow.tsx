import { SectionKey } from '@dolphin/domain/applications/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { PageContent, WithRail } from '@dolphin/ui/page/page'
import { useEffect, useEffectEvent } from 'react'
import { Chunked } from '../../app/chunked.tsx'
import { SECTION_SCREENS } from '../../app/origination-screens.ts'
import { usePersisted } from '../../app/use-persisted.ts'
import { persistState, persistedState } from '../../app/persisted-state.ts'
import type { ApplicationView, ScreenProps, SectionView } from './application-view.ts'
import { usePlace } from '../../app/place.ts'
import styles from './application.module.css'
import { ClosedScreen } from './closed-screen.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import { following, landing, screenOf, stepBefore, stepStates } from './flow.ts'
import { FormSection } from './form-section.tsx'
import { applicationText } from './messages.ts'
import { AccountGate, TrackerScreen } from './rarer-screens.ts'

interface ApplicationFlowProps {
  view: ApplicationView
  /** Reads the application again. */
  refresh: () => Promise<ApplicationView | undefined>
}

/** An open application: where it stands decides what is shown; the address says which step was asked for. */
export function ApplicationFlow({ view, refresh }: ApplicationFlowProps) {
  const place = usePlace()
  const screen = screenOf(view, place.get('section'))
  usePersistedWorkflow(view)
  usePersisted('session', view.signedIn ? { hasQualifiedPrincipal: view.hasQualifiedPrincipal } : undefined)
  usePinnedPlace(screen.kind === 'section' || screen.kind === 'account' ? screen.section : undefined)
  if (screen.kind === 'closed') return <ClosedScreen />
  if (screen.kind === 'tracker') return <TrackerScreen view={view} refresh={refresh} />
  const { section } = screen
  const goTo = (next: SectionKey) =>
    place.go({ section: next, step: undefined, change: undefined, upload: undefined })
  const before = stepBefore(view, section)
  const props: ScreenProps = {
    view,
    refresh,
    goTo,
    goBack: before === undefined ? undefined : () => goTo(before),
    goOn: async (to) => {
      const next = await refresh()
      if (next) goTo(to ?? following(next, section))
    },
  }
  return (
    <PageContent width="wide">
      <WithRail rail={<Steps view={view} current={section} onOpen={goTo} />}>
        {screen.kind === 'account' ? (
          <AccountGate view={view} />
        ) : (
          <SectionScreen key={section} section={section} {...props} />
        )}
        {section !== SectionKey.summary && view.loanFlags.length > 0 && <StaleNote {...props} />}
      </WithRail>
    </PageContent>
  )
}

function SectionScreen({ section, ...props }: ScreenProps & { section: SectionKey }) {
  const { view, goOn, goBack } = props
  const found = view.sections.find(({ sectionKey }) => sectionKey === section)
  if (found?.formCode) {
    return (
      <FormSection
        code={found.formCode}
        externalKey={view.applicationNo}
        prefill={view.signedIn}
        unfinished={found.status !== 'done'}
        repairElements={found.repairElements}
        correctElements={found.editable || found.status === 'repair' ? [] : found.correctElements}
        offerFlags={view.hasQualifiedPrincipal ? view.loanFlags : undefined}
        onDone={() => void goOn(isChange(found) ? SectionKey.summary : undefined)}
        onBack={goBack}
      />
    )
  }
  const screen = SECTION_SCREENS[section]
  if (!screen) throw new Error(`No screen for section ${section}`)
  return <Chunked chunk={screen} props={props} />
}

/** Answers that stood there already, from the borrower or from the bank report: back to where they are checked. */
const isChange = ({ status }: SectionView): boolean => status === 'done' || status === 'filled'

interface StepsProps {
  view: ApplicationView
  current: SectionKey
  onOpen: (section: SectionKey) => void
}

/** The steps with the one that is open; what is done can be opened again. */
function Steps({ view, current, onOpen }: StepsProps) {
  const editable = view.sections.filter(({ status, editable: may }) => status !== 'locked' && may)
  return (
    <>
      <ApplicationSteps
        order={view}
        current={current}
        states={stepStates(view, current)}
        open={new Set(editable.map(({ sectionKey }) => sectionKey))}
        onOpen={(step) => {
          const section = editable.find(({ sectionKey }) => sectionKey === step)
          if (section) onOpen(section.sectionKey)
        }}
      />
      <p className={styles.saved}>{applicationText('saveNote')}</p>
    </>
  )
}

/** A step that an edit has made stale is named wherever the reader stands, with the way to it. */
function StaleNote({ view, goTo }: ScreenProps) {
  const next = landing(view)
  const wanted = usePlace().get('section')
  if (next !== SectionKey.summary || wanted === next) return null
  return (
    <Banner tone="info">
      <p>{applicationText('recalculate')}</p>
      <Button variant="secondary" onClick={() => goTo(next)}>
        {applicationText('goOnTo', { label: applicationText(next) })}
      </Button>
    </Banner>
  )
}

/** Writes the step that is shown into the address: a change of state never takes it away from the reader. */
function usePinnedPlace(section: SectionKey | undefined): void {
  const place = usePlace()
  const isElsewhere = section !== undefined && place.get('section') !== section
  const pin = useEffectEvent(() =>
    place.go({ section, step: undefined, change: undefined }, { replace: true }),
  )
  useEffect(() => {
    if (isElsewhere) pin()
  }, [isElsewhere])
}

/** Keeps which application is open, so that guidance finds it again on this device. */
function usePersistedWorkflow({ applicationNo, resource }: ApplicationView): void {
  useEffect(() => {
    void persistedState('workflow').then((before) =>
      persistState('workflow', { ...before, applicationNo, ...(resource === null ? {} : { resource }) }),
    )
  }, [applicationNo, resource])
}
