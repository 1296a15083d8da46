import type { ReactNode } from 'react'
import styles from './footer.module.css'

/** Who is behind the page: blocks side by side, small print below. */
export function Footer({ blocks, smallPrint }: { blocks: readonly ReactNode[]; smallPrint: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.blocks}>
          {blocks.map((block, index) => (
            <div key={index}>{block}</div>
          ))}
        </div>
        <div className={styles.small}>{smallPrint}</div>
      </div>
    </footer>
  )
}
