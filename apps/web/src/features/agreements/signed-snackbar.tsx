import { Countdown } from '@dolphin/ui/countdown/countdown'
import { Icon } from '@dolphin/ui/icon/icon'
import { useEffect, useEffectEvent, useState } from 'react'
import { agreementText } from './messages.ts'
import styles from './signed-snackbar.module.css'

/** Source: product.md §9. */
const COUNTDOWN_SECONDS = 5
const TIMEOUT_MS = 20_000

interface SignedSnackbarProps {
  /** At the home page already there is nowhere to go. */
  atHome: boolean
  onGo: () => void
  onClose: () => void
}

/**
 * The green snackbar of product.md §2: counts from 5 to 0, then goes home; after "Stay here" it goes away by
 * itself. Time stands still while it is hovered or focused (design/security.md D7).
 */
export function SignedSnackbar({ atHome, onGo, onClose }: SignedSnackbarProps) {
  const [held, setHeld] = useState(false)
  const [stays, setStays] = useState(atHome)
  useTimeout(onClose, TIMEOUT_MS, held || !stays)
  return (
    <div className={styles.region}>
      <div
        className={styles.snackbar}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Icon name="check" />
        {/* Only what is added is read out, so that the seconds are heard once and not five times. */}
        <output aria-relevant="additions" className={styles.words}>
          {stays ? (
            agreementText(atHome ? 'signedElsewhere' : 'stayed')
          ) : (
            <Countdown seconds={COUNTDOWN_SECONDS} paused={held} onZero={onGo}>
              {(seconds) => agreementText('countdown', { seconds })}
            </Countdown>
          )}
        </output>
        <Acts
          stays={stays}
          onStay={() => {
            setStays(true)
            setHeld(false)
          }}
          onGo={onGo}
          onClose={onClose}
        />
      </div>
    </div>
  )
}

interface ActsProps {
  stays: boolean
  onStay: () => void
  onGo: () => void
  onClose: () => void
}

function Acts({ stays, onStay, onGo, onClose }: ActsProps) {
  if (stays) {
    return (
      <button type="button" className={styles.close} aria-label={agreementText('close')} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    )
  }
  return (
    <div className={styles.acts}>
      <button type="button" className={styles.act} onClick={onStay}>
        {agreementText('stayHere')}
      </button>
      <button type="button" className={styles.act} onClick={onGo}>
        {agreementText('goNow')}
      </button>
    </div>
  )
}

function useTimeout(act: () => void, delayMs: number, paused: boolean): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => latest(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, paused])
}
