import type { ReactNode } from 'react'
import { ReadingFailed } from '../../app/reading.tsx'
import type { CallFailure } from '../../calls/call.ts'
import styles from './money.module.css'

/** What every part of the page is about. */
export interface OfPortfolio {
  readonly portfolioId: number
}
export interface OfDay extends OfPortfolio {
  /** As on the wire. */
  readonly day: string
}

interface PartProps {
  title: string
  lead?: string
  /** Over the whole width, also while there is no row. */
  isWide?: boolean
  failure?: CallFailure | undefined
  onAgain?: () => void
  children: ReactNode
}

/** One part of the page; what cannot be read says so in its own place. */
export function Part({
  title,
  lead,
  isWide = false,
  failure,
  onAgain = () => undefined,
  children,
}: PartProps) {
  return (
    <section className={`panel padded ${styles.part} ${isWide ? styles.wide : ''}`} aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="muted small">{lead}</p>}
      {failure ? <ReadingFailed failure={failure} onAgain={onAgain} /> : children}
    </section>
  )
}
