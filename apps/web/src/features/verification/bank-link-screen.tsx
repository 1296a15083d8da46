import { SectionKey } from '@dolphin/domain/applications/codes'
import { NoiaSituation } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { usePageTitle } from '../../app/page-title.ts'
import { Waiting } from '../../app/waiting.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { usePlace } from '../../app/place.ts'
import { type Details, Found, useFoundAccounts } from './found-accounts.tsx'
import { LinkStateView } from './link-state-view.tsx'
import styles from './bank-link.module.css'
import { LINK_STATES, reviewWords } from './link-states.ts'
import { linkText } from './messages.ts'
import { OtherWays } from './other-ways.tsx'
import { StatementColumns } from './statement-columns.tsx'
import { StatementUpload } from './statement-upload.tsx'
import { type FallbackOptions, useFallbackOptions } from './use-fallback-options.ts'
import { useLinkStatus } from './use-link-status.ts'
import { useOpenBank } from './use-open-bank.ts'

/** IBV: why, what is read and how long; the link at the bank; its state as it moves; a statement instead. */
export default function BankLinkScreen(props: ScreenProps) {
  const { view, refresh, goTo, goOn, goBack } = props
  const place = usePlace()
  const { tired, look } = useLinkStatus(view, refresh)
  const { busy, start } = useOpenBank(view.loanNo)
  const fallbackOptions = useFallbackOptions(view)
  const way = fallbackOptions?.attempt?.way
  const isLinked = view.ibvStatus === IbvStatus.successful
  const found = useFoundAccounts(isLinked)
  const unqualified = view.noiaSituations.includes(NoiaSituation.notQualified)
  usePageTitle(linkText((reviewWords(way ?? 'bank', view.ibvStatus) ?? LINK_STATES[view.ibvStatus]).title))
  const asked = place.get('statement')
  if (place.get('upload') === 'columns' && asked !== undefined)
    return <StatementColumns requestCode={asked} />
  if (place.get('upload') !== undefined) return <StatementUpload view={view} />
  const attempt = fallbackOptions?.attempt
  const nameColumns = () => place.go({ upload: 'columns', statement: attempt?.requestCode })
  const waitsForColumns = way === 'statement' && view.ibvStatus === IbvStatus.startedNotCompleted
  return (
    <Card>
      <LinkStateView
        status={view.ibvStatus}
        busy={busy}
        way={way}
        canOpen={canOpen(view.ibvStatus, fallbackOptions)}
        onOpen={() => (waitsForColumns ? nameColumns() : void start())}
        otherWays={
          <OtherWays
            fallbackOptions={isLinked ? undefined : fallbackOptions}
            busy={busy}
            onUpload={
              LINK_STATES[view.ibvStatus].upload ? () => place.go({ upload: 'statement' }) : undefined
            }
            uploadWords={linkText(way === 'statement' ? 'sendAnother' : 'uploadInstead')}
            onChoose={(providerId) => void start(providerId)}
          />
        }
        onContinue={() => void goOn(SectionKey.summary)}
        onBack={goBack ?? (() => goTo(SectionKey.question))}
        onLook={tired ? look : undefined}
        isReading={found === undefined}
      >
        {view.ibvStatus === IbvStatus.notStarted && <Reasons fallbackOptions={fallbackOptions} />}
        {attempt?.reason && (
          <Banner tone="warning">
            <p>{attempt.reason}</p>
          </Banner>
        )}
        {isLinked && (
          <Linked found={found} unqualified={unqualified} busy={busy} onOther={() => void start()} />
        )}
      </LinkStateView>
    </Card>
  )
}

interface LinkedProps {
  found: Details | null | undefined
  unqualified: boolean
  busy: boolean
  onOther: () => void
}

/** What the link found, and the way to another account. */
function Linked({ found, unqualified, busy, onOther }: LinkedProps) {
  if (found === undefined) return <Waiting />
  return (
    <>
      {unqualified && (
        <Banner tone="warning">
          <p>{linkText('unqualified')}</p>
        </Banner>
      )}
      {found && <Found details={found} />}
      <Button variant={unqualified ? 'secondary' : 'quiet'} busy={busy} onClick={onOther}>
        {linkText(unqualified ? 'otherAccount' : 'linkOther')}
      </Button>
    </>
  )
}

/** Banks that were begun are gone on with; a new one needs a try that is left. */
const canOpen = (status: IbvStatus, fallbackOptions: FallbackOptions | undefined): boolean =>
  status === IbvStatus.startedNotCompleted ||
  status === IbvStatus.loginVerified ||
  fallbackOptions?.triesLeft !== 0

const REASONS = [
  { icon: 'money', title: 'whyTitle', words: 'why' },
  { icon: 'lock', title: 'whatTitle', words: 'what' },
  { icon: 'clock', title: 'howLongTitle', words: 'howLong' },
] as const satisfies readonly { icon: IconName; title: string; words: string }[]

function Reasons({ fallbackOptions: data }: { fallbackOptions: FallbackOptions | undefined }) {
  return (
    <>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon, title, words }) => (
          <li key={title}>
            <Icon name={icon} size={28} />
            <div>
              <h2>{linkText(title)}</h2>
              <p>{linkText(words)}</p>
            </div>
          </li>
        ))}
      </ul>
      {data?.trouble && (
        <Banner tone="warning" title={linkText('troubleTitle')}>
          <p>{linkText('trouble', { name: data.name })}</p>
        </Banner>
      )}
      {data && (
        <p>
          <small>{linkText('provider', { name: data.name })}</small>
        </p>
      )}
    </>
  )
}
