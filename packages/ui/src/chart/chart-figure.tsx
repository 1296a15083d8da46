import { type ReactNode, useId } from 'react'
import { Folded } from '../folded/folded.tsx'
import styles from './chart-figure.module.css'
import { useWidth } from './use-width.ts'

interface ChartFigureProps {
  /** What the picture shows, in one sentence: read by everybody, and the picture's name. */
  summary: string
  /** Of the picture, in pixels. */
  height: number
  /** Draws the picture as wide as its place is, in pixels. */
  draw: (width: number) => ReactNode
  legend: ReactNode
  /** The table with the same figures, folded under the picture. */
  table: ReactNode
  tableLabel: string
}

/** A picture of figures: what it shows, the drawing, its legend and the same as a table. */
export function ChartFigure({ summary, height, draw, legend, table, tableLabel }: ChartFigureProps) {
  const summaryId = useId()
  const { svg, width } = useWidth()
  return (
    <figure className={styles.figure}>
      <p id={summaryId} className={styles.summary}>
        {summary}
      </p>
      {/* A drawing in the page, not a file */}
      <svg
        ref={svg}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.drawing}
        role="img"
        aria-labelledby={summaryId}
      >
        {draw(width)}
      </svg>
      <figcaption>{legend}</figcaption>
      <Folded summary={tableLabel}>{table}</Folded>
    </figure>
  )
}

/** What each mark of a picture stands for: a text in a `span` of its own, whose class gives the mark its colors. */
export function ChartLegend({ children }: { children: ReactNode }) {
  return <div className={styles.legend}>{children}</div>
}
