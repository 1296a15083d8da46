import styles from './skip-link.module.css'

/** The first stop of the Tab key: past the header, to the page's own content. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a
      href={`#${target}`}
      className={styles.skip}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
    >
      {label}
    </a>
  )
}
