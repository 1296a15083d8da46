import { REPORT_SECTIONS } from '@dolphin/domain/applications/sections'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { Button } from '@dolphin/ui/button/button'
import { Folded } from '@dolphin/ui/folded/folded'
import { usePlace } from '../../app/place.ts'
import type { ApplicationView, ScreenProps } from '../applications/application-view.ts'
import styles from './bank-link.module.css'
import { connectText } from './connect-messages.ts'
import { LINK_STATES } from './link-states.ts'
import { linkText } from './messages.ts'
import type { FallbackOptions } from './use-fallback-options.ts'
import { useOpenBank } from './use-open-bank.ts'

interface OtherWaysProps {
  view: ApplicationView
  /** Undefined until it is read. */
  options: FallbackOptions | undefined
  goTo: ScreenProps['goTo']
  /** Leads to the list of banks, from a bank whose page is open. */
  onAnother?: (() => void) | undefined
  /** Leads to the answers, from where the amount is asked for again. */
  onAskAgain?: (() => void) | undefined
  /** Behind one quiet line, where the bank has not been tried yet. */
  isFolded?: boolean
}

/**
 * The ways besides the bank that is asked first: another one, a statement, typing what the bank would tell, then the other
 * options that are left once something was tried, and how often a bank may still be linked. domain.md §5, list of
 * fallback options.
 */
export function OtherWays(props: OtherWaysProps) {
  const { view, options, isFolded = false } = props
  const isTried = options !== undefined && options.attempt !== null
  const others = isTried ? options.fallbacks.filter(({ kind }) => kind !== 'statementUpload') : []
  const typed = firstToType(view)
  const ways = (
    <div className={styles.ways}>
      {!isFolded && others.length > 0 && <h2>{linkText('otherWays')}</h2>}
      <OwnWays {...props} typed={typed} />
      <Fallbacks loanNo={view.loanNo} others={others} />
      {isTried && <TriesLeft count={options.triesLeft} />}
    </div>
  )
  if (!isFolded) return ways
  return (
    <Folded summary={connectText(typed === undefined ? 'cannotConnect' : 'cannotConnectTyped')}>
      {ways}
    </Folded>
  )
}

const TYPED: ReadonlySet<SectionKey> = new Set(REPORT_SECTIONS)

/** The first section that a bank report would fill; undefined where all of them are filled in. */
const firstToType = ({ sections }: ApplicationView): SectionKey | undefined =>
  sections.find(({ sectionKey, status, editable }) => TYPED.has(sectionKey) && status === 'open' && editable)
    ?.sectionKey

function OwnWays({
  view,
  options,
  goTo,
  onAnother,
  onAskAgain,
  typed,
}: OtherWaysProps & { typed: SectionKey | undefined }) {
  const place = usePlace()
  const hasSent = options?.attempt?.way === 'statement'
  // Then a statement is the way on, and stands in the bar
  const isStuck = options?.triesLeft === 0 && view.ibvStatus <= IbvStatus.notStarted
  return (
    <>
      {onAnother && (
        <Button variant="quiet" onClick={onAnother}>
          {connectText('another')}
        </Button>
      )}
      {(LINK_STATES[view.ibvStatus].upload || onAskAgain) && !isStuck && (
        <Button variant="quiet" onClick={() => place.go({ upload: 'statement' })}>
          {linkText(hasSent ? 'sendAnother' : 'uploadInstead')}
        </Button>
      )}
      {typed && view.ibvStatus !== IbvStatus.inProgress && (
        <Button variant="quiet" onClick={() => goTo(typed)}>
          {connectText('typeIn')}
        </Button>
      )}
      {onAskAgain && (
        <Button variant="quiet" onClick={onAskAgain}>
          {connectText('askAgain')}
        </Button>
      )}
    </>
  )
}

/** Another provider by its id, or a person. */
function Fallbacks({ loanNo, others }: { loanNo: string; others: FallbackOptions['fallbacks'] }) {
  const { busy, start } = useOpenBank(loanNo)
  return others.map(({ kind, providerId, name }) => (
    <Button
      key={name}
      variant="quiet"
      busy={busy}
      onClick={() => void start({ providerId: providerId ?? kind })}
    >
      {kind === 'person' ? linkText('requestManualReview') : linkText('otherProvider', { name })}
    </Button>
  ))
}

/** Said once the first of three tries is gone. domain.md §6. */
function TriesLeft({ count }: { count: number | null }) {
  if (count === null || count === 0 || count >= 3) return null
  return (
    <p>
      <small>{linkText('triesLeft', { count })}</small>
    </p>
  )
}
