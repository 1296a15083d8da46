import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { useEffect, useState } from 'react'
import { hasOwnClock, serverClock } from '../time/server-clock.ts'
import { wholeText } from '../time/instant-text.ts'
import { isDemonstration } from './settings.ts'
import styles from './frame.module.css'

/** Says that nothing here is real, and what time it is where the server has a clock of its own. */
export function EnvironmentBand() {
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  if (!isDemonstration()) return null
  return (
    <span className={styles.environment}>
      <b>Demo</b>
      <span className={styles.wide}>
        {hasOwnClock() ? ` clock ${wholeText(serverClock.now())} ET` : ' no real money'}
      </span>
    </span>
  )
}
