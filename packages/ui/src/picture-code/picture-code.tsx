import { encode } from 'uqr'
import styles from './picture-code.module.css'

/** A QR code, drawn from its cells and never from supplied markup; black on white in the dark scheme too. */
export function PictureCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 })
  const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={cells.join('')} />
    </svg>
  )
}
