import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { StepHeading } from '../../app/step-heading.tsx'
import type { ApplicationView } from '../applications/application-view.ts'
import styles from './connect-bank.module.css'
import { connectText } from './connect-messages.ts'
import { LINK_STATES } from './link-states.ts'
import { linkText } from './messages.ts'

const LINES = [
  { icon: 'eye', words: 'reads' },
  { icon: 'lock', words: 'cannot' },
  { icon: 'clock', words: 'takes' },
] as const satisfies readonly { icon: IconName; words: string }[]

/** What is read, what is not possible and how long it takes. */
export function Introduction() {
  return (
    <>
      <StepHeading lead={connectText('lead')}>{connectText('title')}</StepHeading>
      <ul className={styles.lines}>
        {LINES.map(({ icon, words }) => (
          <li key={words}>
            <Icon name={icon} />
            <span>{connectText(words)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How the last link came to nothing: its cause where one is known. */
export function HowItEnded({ status, reason }: { status: IbvStatus; reason: string | null | undefined }) {
  const { title, words } = LINK_STATES[status]
  return (
    <div role="status">
      <StepHeading key={status} lead={reason ?? linkText(words)}>
        {linkText(title)}
      </StepHeading>
    </div>
  )
}

/** No amount was found with the bank that is linked: why, and what would change it. */
export function NoAmount({ reasons }: Pick<ApplicationView, 'reasons'>) {
  return (
    <>
      <StepHeading lead={connectText('noAmountLead')}>{connectText('noAmountTitle')}</StepHeading>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(({ code, reason, change }) => (
            <li key={code}>
              <strong>{reason}</strong> {change}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
