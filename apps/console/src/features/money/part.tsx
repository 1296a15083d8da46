import type { ReactNode } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import type { CallFailure } from '../../calls/call.ts'
import { failureOf } from '../../calls/queries.ts'
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

interface ReadPartProps<Value> extends Pick<PartProps, 'title' | 'lead' | 'isWide'> {
  query: { data: Value | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** What stands there once it is read. */
  children: (value: Value) => ReactNode
}

/** A part that is read by one call. */
export function ReadPart<Value>({ query, children, ...part }: ReadPartProps<Value>) {
  const { data, error, refetch } = query
  const failure = data === undefined ? failureOf(error) : undefined
  return (
    <Part {...part} failure={failure} onAgain={() => void refetch()}>
      {data === undefined ? <Waiting /> : children(data)}
    </Part>
  )
}
