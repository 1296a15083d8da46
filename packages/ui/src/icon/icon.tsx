import styles from './icon.module.css'

/** Outlines on a 24-unit grid, drawn in the color of the text beside them. */
const PATHS = {
  check: 'M5 13l4.5 4.5L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  error: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 8v5M12 16v.01',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5M12 8v.01',
  phone: 'M6 4h4l1.5 4.5L9 10.5a11 11 0 004.5 4.5l2-2.5L20 14v4a2 2 0 01-2 2A14 14 0 014 6a2 2 0 012-2z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  document: 'M7 3h7l5 5v13H7zM14 3v5h5M10 13h6M10 17h6',
  bank: 'M4 10l8-6 8 6M5 10h14M7 10v7M12 10v7M17 10v7M4 20h16',
  calendar: 'M5 6h14v14H5zM5 10h14M9 4v4M15 4v4',
  money: 'M3 7h18v10H3zM12 10a2 2 0 100 4 2 2 0 000-4zM6 10v.01M18 14v.01',
  upload: 'M12 16V5M8 9l4-4 4 4M5 15v4h14v-4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  search: 'M11 4.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM16 16l4.500 4.500',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 016 0v3',
  person: 'M12 5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM5 20c.5-4 3.5-6 7-6s6.500 2 7 6',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.500 2',
  forward: 'M9 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  arrowBack: 'M19 12H5M11 6l-6 6 6 6',
  home: 'M4 11l8-7 8 7v9H4z',
} as const

export type IconName = keyof typeof PATHS

/** A picture beside words; it is hidden from screen readers because the words already say it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
