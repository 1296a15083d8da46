import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  header: ReactNode
  children: ReactNode
  footer: ReactNode
  mainId: string
}

/** The frame of every page: header, content, footer pushed to the foot of the window. */
export function Page({ header, children, footer, mainId }: PageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.inner}>{header}</div>
      </header>
      <main id={mainId} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {footer}
    </div>
  )
}

interface PageContentProps {
  /** "narrow" for one form (560 px), "reading" for text and forms (760 px), "wide" for figures (1120 px). */
  width?: 'narrow' | 'reading' | 'wide'
  children: ReactNode
}

/** The column in which a page's content stands. */
export function PageContent({ width = 'reading', children }: PageContentProps) {
  return <div className={`${styles.content} ${styles[width]}`}>{children}</div>
}

interface PageHeadingProps {
  children: ReactNode
  lead?: ReactNode
}

/** The page's only h1; it takes focus when the page is opened, so that readers hear where they are. */
export function PageHeading({ children, lead }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <h1 tabIndex={-1}>{children}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}

/** Content beside a rail: the rail stands above on a phone and to the left where there is room. */
export function WithRail({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.withRail}>
      <aside className={styles.rail}>{rail}</aside>
      <div className={styles.beside}>{children}</div>
    </div>
  )
}
