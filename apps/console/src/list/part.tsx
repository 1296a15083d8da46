import type { ReactNode } from 'react'
import { ReadingFailed, Waiting } from '../app/reading.tsx'
import type { CallFailure } from '../calls/call-failure.ts'
import { failureOf } from '../calls/queries.ts'
import styles from './part.module.css'

interface PartProps {
  title: string
  lead?: string
  /** Over the whole width, also while there is no row. */
  isWide?: boolean
  failure?: CallFailure | undefined
  onAgain?: () => void
  children: ReactNode
}

/** One part of a page; what cannot be read says so in its own place. */
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

/** The parts of a page beside one another, and below one another on a phone. */
export const Parts = ({ children }: { children: ReactNode }) => <div className={styles.parts}>{children}</div>
