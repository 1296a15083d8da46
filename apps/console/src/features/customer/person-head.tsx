import { Button } from '@dolphin/ui/button/button'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { PageHeading } from '../../app/page-heading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import { longDayText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import type { CustomerFile } from './customer-page.tsx'
import styles from './customer.module.css'
import { customerText, FLAG_NAMES, OPT_OUT_NAMES, type UnmaskField } from './messages.ts'
import { OpenMirror } from './open-mirror.tsx'
import { UnmaskDialog } from './unmask-dialog.tsx'

/** Who the file is of: name, portfolio, language, local time, masked numbers, and what stands out. */
export function PersonHead({ file }: { file: CustomerFile }) {
  const { name, portfolioId, portfolioName, openId, language, accountActive } = file
  const isNamed = file.flags.includes('accountFrozen') || file.flags.includes('accountClosed')
  const stands =
    openId === null ? customerText.guest : accountActive || isNamed ? undefined : customerText.inactive
  return (
    <header className={styles.head}>
      <PageHeading title={name === '' ? customerText.unnamed : name}>
        <span className={styles.portfolio}>{portfolioId}</span>
      </PageHeading>
      <p className="muted">{portfolioName}</p>
      <div className={`small ${styles.facts}`}>
        <span>{customerText.since(longDayText(file.since))}</span>
        {language !== null && <span>{customerText.languages[language]}</span>}
        <LocalTime file={file} />
        <Masked file={file} field="ssn" label={customerText.ssn} value={file.ssnMasked} />
        <Masked file={file} field="phone" label={customerText.phone} value={file.phoneMasked} />
        <Masked file={file} field="email" label={customerText.email} value={file.emailMasked} />
        <span className="muted">{customerText.logged}</span>
      </div>
      <Acts file={file} />
      <ul className={styles.flags}>
        {stands !== undefined && <li data-tone="warning">{stands}</li>}
        {file.flags.map((flag) => (
          <li key={flag} data-tone="warning">
            {FLAG_NAMES[flag]}
          </li>
        ))}
        {file.optOuts.map((flag) => (
          <li key={flag}>{OPT_OUT_NAMES[flag]}</li>
        ))}
        {stands === undefined && file.flags.length + file.optOuts.length === 0 && (
          <li>{customerText.noFlags}</li>
        )}
      </ul>
    </header>
  )
}

/** A person of the lender looks at it. Source: product.md §4. */
const IN_REVIEW: readonly string[] = [
  'agentReview',
  'underwriterReview',
  'tribeReview',
  'nonVoiceAgentReview',
]

/** What can be done about the customer elsewhere at the desk; what is not possible says why. */
function Acts({ file: { openId, loans, statements } }: { file: CustomerFile }) {
  const session = useSession()
  const waiting = loans.filter(({ subStatus }) => subStatus !== null && IN_REVIEW.includes(subStatus))
  return (
    <div className={styles.acts}>
      {openId === null ? (
        <span className="small muted">{customerText.guestMessage}</span>
      ) : (
        <>
          {mayAct(session, 'message.answer', ['may']) && (
            <Link href={`/messages/${openId}`}>{customerText.message}</Link>
          )}
          {mayAct(session, 'mirror.view', ['may']) && <OpenMirror openId={openId} />}
        </>
      )}
      {waiting.map(({ loanNo }) => (
        <Link key={loanNo} href={`/reviews/${loanNo}`}>
          {customerText.review(loanNo)}
        </Link>
      ))}
      {mayAct(session, 'statement.accept', ['may']) &&
        statements.map(({ requestCode, loanNo }) => (
          <Link key={requestCode} href={`/statements/${requestCode}`}>
            {customerText.statement(loanNo)}
          </Link>
        ))}
    </div>
  )
}

/** What time it is where they may be: calls are allowed by their clock. */
function LocalTime({ file: { state, timeZones } }: { file: CustomerFile }) {
  const times = timeZones.map((timeZone) =>
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(
      serverClock.now(),
    ),
  )
  const shown = customerText.localTime([...new Set(times)].join(' / '))
  return <span>{state === null ? shown : `${state}, ${shown}`}</span>
}

interface MaskedProps {
  file: CustomerFile
  field: UnmaskField
  label: string
  value: string | null
}

/** A number by its last digits, and for who may: the way to see it whole for a minute. */
function Masked({ file, field, label, value }: MaskedProps) {
  const session = useSession()
  const [asks, setAsks] = useState(false)
  const [whole, setWhole] = useState<{ value: string; until: string }>()
  useEffect(() => {
    if (whole === undefined) return undefined
    const left = Math.max(0, new Date(whole.until).getTime() - serverClock.now().getTime())
    const timer = setTimeout(() => setWhole(undefined), left)
    return () => clearTimeout(timer)
  }, [whole])
  if (value === null) return null
  return (
    <span>
      {label} <b className="figures">{whole?.value ?? value}</b>
      {whole !== undefined && <span className="muted"> {customerText.hidesIn}</span>}
      {whole === undefined && mayAct(session, 'pii.unmask', ['may']) && (
        <Button variant="quiet" onClick={() => setAsks(true)}>
          {customerText.unmask(label)}
        </Button>
      )}
      {asks && (
        <UnmaskDialog
          file={file.file}
          field={field}
          onClose={() => setAsks(false)}
          onShown={(shown) => {
            setAsks(false)
            setWhole(shown)
          }}
        />
      )}
    </span>
  )
}
