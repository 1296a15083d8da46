import { Button } from '@dolphin/ui/button/button'
import styles from './bank-link.module.css'
import { linkText } from './messages.ts'
import type { FallbackOptions } from './use-fallback-options.ts'

interface OtherWaysProps {
  /** Undefined until it is read. */
  fallbackOptions: FallbackOptions | undefined
  busy: boolean
  /** Undefined where a statement is no way out of the state. */
  onUpload: (() => void) | undefined
  uploadWords: string
  /** Another provider by its id, or a person. */
  onChoose: (providerId: string) => void
}

/**
 * The ways besides the bank that is asked first: a statement, then the other rungs that are left once something was
 * tried, and how often a bank may still be linked. domain.md §5, list of fallback options.
 */
export function OtherWays({ fallbackOptions, busy, onUpload, uploadWords, onChoose }: OtherWaysProps) {
  const isTried = fallbackOptions !== undefined && fallbackOptions.attempt !== null
  const otherFallbacks = isTried
    ? fallbackOptions.fallbacks.filter(({ kind }) => kind !== 'statementUpload')
    : []
  if (onUpload === undefined && otherFallbacks.length === 0) return null
  return (
    <div className={styles.ways}>
      {otherFallbacks.length > 0 && <h2>{linkText('otherWays')}</h2>}
      {onUpload && (
        <Button variant="quiet" onClick={onUpload}>
          {uploadWords}
        </Button>
      )}
      {otherFallbacks.map(({ kind, providerId, name }) => (
        <Button key={name} variant="quiet" busy={busy} onClick={() => onChoose(providerId ?? kind)}>
          {kind === 'person' ? linkText('requestManualReview') : linkText('otherProvider', { name })}
        </Button>
      ))}
      {isTried && <TriesLeft count={fallbackOptions.triesLeft} />}
    </div>
  )
}

/** Said once the first of three tries is gone. domain.md §6. */
function TriesLeft({ count }: { count: number | null }) {
  if (count === null || count >= 3) return null
  const one = count === 1 ? linkText('triesLeftOne') : linkText('triesLeft', { count })
  return (
    <p>
      <small>{count === 0 ? linkText('triesUsedUp') : one}</small>
    </p>
  )
}
