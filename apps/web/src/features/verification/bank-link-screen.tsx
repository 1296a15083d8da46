import { SectionKey } from '@dolphin/domain/applications/codes'
import { NoiaSituation } from '@dolphin/domain/loans/codes'
import { IbvStatus, READING_STATUSES } from '@dolphin/domain/verification/ibv-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { usePlace } from '../../app/place.ts'
import { Waiting } from '../../app/waiting.tsx'
import type { ApplicationView, ScreenProps } from '../applications/application-view.ts'
import { ConnectBank } from './connect-bank.tsx'
import { HowItEnded, Introduction, NoAmount } from './connect-introduction.tsx'
import { connectText } from './connect-messages.ts'
import { type Details, Found, useFoundAccounts } from './found-accounts.tsx'
import { LinkStateView } from './link-state-view.tsx'
import { LINK_STATES, reviewWords } from './link-states.ts'
import { linkText } from './messages.ts'
import { OtherWays } from './other-ways.tsx'
import { StatementColumns } from './statement-columns.tsx'
import { StatementUpload } from './statement-upload.tsx'
import { type FallbackOptions, useFallbackOptions } from './use-fallback-options.ts'
import { useLinkStatus } from './use-link-status.ts'
import { useOpenBank } from './use-open-bank.ts'

/** IBV: a statement and its columns where the address says so, else the bank: chosen, linked, or not to be linked. */
export default function BankLinkScreen(props: ScreenProps) {
  const place = usePlace()
  const asked = place.get('statement')
  if (place.get('upload') === 'columns' && asked !== undefined)
    return <StatementColumns requestCode={asked} />
  if (place.get('upload') !== undefined) return <StatementUpload view={props.view} />
  return <BankLink {...props} />
}

/** Who waits here while the bank is read goes on once it was: what was found is confirmed on the next screen. */
function useGoingOn(status: IbvStatus, goOn: ScreenProps['goOn']): boolean {
  const [begun] = useState(status)
  const [isStopped, setStopped] = useState(false)
  // Where the way on could not be read, this screen has a button for it
  const go = useEffectEvent(() => void goOn().finally(() => setStopped(true)))
  const hasCome = status === IbvStatus.successful && READING_STATUSES.includes(begun)
  useEffect(() => {
    if (hasCome) go()
  }, [hasCome])
  return hasCome && !isStopped
}

/** In the address, another bank is wanted than the one that was linked. */
const CHOOSE = 'choose'

type Way = 'bank' | 'statement' | 'person'

/** What brings the reader to the list of banks; undefined where a link or a review is on its way, or did what it should. */
function beginningOf(view: ApplicationView, way: Way): 'start' | 'failed' | 'noAmount' | undefined {
  if (hasNoAmount(view)) return 'noAmount'
  if (view.ibvStatus === IbvStatus.notStarted) return 'start'
  return way === 'bank' && view.ibvStatus < IbvStatus.notStarted ? 'failed' : undefined
}

/** No amount was found, with a bank that is linked and no newer one. */
const hasNoAmount = ({ ibvStatus, noiaSituations }: ApplicationView): boolean =>
  ibvStatus === IbvStatus.successful && noiaSituations.includes(NoiaSituation.notQualified)

function BankLink(props: ScreenProps) {
  const { view, refresh, goTo, goOn } = props
  const { ibvStatus } = view
  const isGoingOn = useGoingOn(ibvStatus, goOn)
  const place = usePlace()
  const status = useLinkStatus(view, refresh)
  const options = useFallbackOptions(view)
  const way = options?.attempt?.way ?? 'bank'
  // Once the link has moved on, the bank that was about to be chosen is of no more interest.
  const [choosingAt, setChoosingAt] = useState(place.get('bank') === CHOOSE ? ibvStatus : undefined)
  const onBack = props.goBack ?? (() => goTo(SectionKey.question))
  const beginning = beginningOf(view, way)
  const chooses = options?.triesLeft !== 0 && (beginning !== undefined || choosingAt === ibvStatus)
  usePageTitle(titleOf(view, way, chooses ? (beginning ?? 'start') : undefined))
  if (isGoingOn || (ibvStatus < IbvStatus.notStarted && options === undefined)) return <Waiting />
  if (!chooses)
    return <LinkState {...props} {...{ status, options, onBack }} onChoose={() => setChoosingAt(ibvStatus)} />
  const introduction = {
    start: <Introduction />,
    failed: <HowItEnded status={ibvStatus} reason={options?.attempt?.reason} />,
    noAmount: <NoAmount reasons={view.reasons} />,
  }[beginning ?? 'start']
  return (
    <Card>
      <ConnectBank
        loanNo={view.loanNo}
        introduction={introduction}
        remembers={beginning !== 'noAmount'}
        fallbackOptions={options ?? undefined}
        onBack={beginning === undefined ? () => setChoosingAt(undefined) : onBack}
        otherWays={
          <OtherWays
            view={view}
            options={options ?? undefined}
            goTo={goTo}
            isFolded={beginning === 'start' || beginning === undefined}
            onAskAgain={beginning === 'noAmount' ? () => goTo(SectionKey.summary) : undefined}
          />
        }
      />
    </Card>
  )
}

function titleOf(
  { ibvStatus }: ApplicationView,
  way: Way,
  beginning: 'start' | 'failed' | 'noAmount' | undefined,
): string {
  if (beginning === 'noAmount') return connectText('noAmountTitle')
  if (beginning === 'start') return connectText('title')
  return linkText((reviewWords(way, ibvStatus) ?? LINK_STATES[ibvStatus]).title)
}

interface LinkStateProps extends ScreenProps {
  status: ReturnType<typeof useLinkStatus>
  options: FallbackOptions | null | undefined
  onBack: () => void
  /** Leads to the list of banks. */
  onChoose: () => void
}

/** A link on its way or at its end, and a person's review in place of one. */
function LinkState({ view, goTo, goOn, status, options, onBack, onChoose }: LinkStateProps) {
  const place = usePlace()
  const { busy, start } = useOpenBank(view.loanNo)
  const { ibvStatus } = view
  const attempt = options?.attempt
  const way = attempt?.way ?? 'bank'
  const isLinked = ibvStatus === IbvStatus.successful
  const found = useFoundAccounts(isLinked)
  const isVisit = way === 'bank' && AT_THE_BANK.includes(ibvStatus)
  const hasTries = options?.triesLeft !== 0
  const nameColumns = () => place.go({ upload: 'columns', statement: attempt?.requestCode })
  const waitsForColumns = way === 'statement' && ibvStatus === IbvStatus.startedNotCompleted
  const open = isVisit ? () => void start() : onChoose
  return (
    <Card>
      <LinkStateView
        status={ibvStatus}
        busy={busy}
        way={way}
        canOpen={isVisit || waitsForColumns || hasTries}
        onOpen={waitsForColumns ? nameColumns : open}
        otherWays={
          isLinked && !hasNoAmount(view) ? undefined : (
            <OtherWays
              view={view}
              options={options ?? undefined}
              goTo={goTo}
              onAnother={isVisit && hasTries ? onChoose : undefined}
            />
          )
        }
        onContinue={() => void goOn()}
        onBack={onBack}
        onUpload={() => place.go({ upload: 'statement' })}
        onLook={status.look}
        isTired={status.tired}
        isReading={found === undefined}
      >
        {attempt?.reason && (
          <Banner tone="warning">
            <p>{attempt.reason}</p>
          </Banner>
        )}
        {isLinked && (
          <Linked
            found={found}
            noAmount={hasNoAmount(view) ? view.reasons : undefined}
            onOther={hasTries ? onChoose : undefined}
          />
        )}
      </LinkStateView>
    </Card>
  )
}

/** The bank's page is open and can be gone on with. */
const AT_THE_BANK: readonly IbvStatus[] = [IbvStatus.startedNotCompleted, IbvStatus.loginVerified]

interface LinkedProps {
  found: Details | null | undefined
  /** Why no amount was found with this bank; undefined where one was, or was not asked for. */
  noAmount: ApplicationView['reasons'] | undefined
  /** Undefined where no bank may be linked any more. */
  onOther: (() => void) | undefined
}

/** What the link found, and the way to another account. */
function Linked({ found, noAmount, onOther }: LinkedProps) {
  if (found === undefined) return <Waiting />
  return (
    <>
      {noAmount && (
        <Banner tone="warning" title={connectText('noAmountTitle')}>
          {noAmount.map(({ code, reason, change }) => (
            <p key={code}>
              {reason} {change}
            </p>
          ))}
        </Banner>
      )}
      {found && <Found details={found} />}
      {onOther && (
        <Button variant="quiet" onClick={onOther}>
          {linkText('linkOther')}
        </Button>
      )}
    </>
  )
}
