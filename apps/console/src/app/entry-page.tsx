import type { ReactNode } from 'react'
import { EnvironmentBand } from './environment-band.tsx'
import { DeskMark } from './desk-mark.tsx'
import styles from './frame.module.css'
import { PageHeading } from './page-heading.tsx'

interface EntryPageProps {
  title: string
  /** Above the card: why the reader is here. */
  notice?: ReactNode
  children: ReactNode
  /** Small print at the foot. */
  foot?: ReactNode
}

/** A page for those who are not signed in: one card in the middle. */
export function EntryPage({ title, notice, children, foot }: EntryPageProps) {
  return (
    <div className={styles.entry}>
      <header className={styles.bar}>
        <DeskMark />
        <span className={styles.grow} />
        <EnvironmentBand />
      </header>
      <main className={styles.middle}>
        {notice}
        <section className={styles.card}>
          <PageHeading title={title} />
          {children}
        </section>
      </main>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  )
}
