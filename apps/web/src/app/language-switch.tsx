import type { MouseEvent } from 'react'
import { call } from '../api-client/call.ts'
import { isCustomer } from '../api-client/session.ts'
import { pageLanguage } from '../messages/define-messages.ts'
import styles from './language-switch.module.css'

/** Each language under its own name, for a reader who does not know the other one (WCAG 3.1.2). */
const NAMES = { en: 'English', es: 'Español' } as const
type Language = keyof typeof NAMES

const YEAR_SECONDS = 31_536_000

/** Leads to the same page in the other language; what is typed and who is signed in stay. */
export function LanguageSwitch() {
  const other = pageLanguage() === 'en' ? 'es' : 'en'
  const change = (event: MouseEvent) => {
    event.preventDefault()
    void changeLanguage(other)
  }
  return (
    <a href={location.pathname} hrefLang={other} lang={other} className={styles.switch} onClick={change}>
      <span className={styles.name}>{NAMES[other]}</span>
      <span className={styles.code} aria-hidden="true">
        {other.toUpperCase()}
      </span>
    </a>
  )
}

/**
 * Loads the page again in a language, which the server knows by the cookie. A signed-in customer is asked after
 * once in that language, by which the server learns in which one to write to them.
 */
async function changeLanguage(language: Language): Promise<void> {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
  const { carryTyped } = await import('./after-paint/carried-typing.ts')
  await carryTyped()
  if (isCustomer()) await call('extendSession', { body: {} }, { quiet: true, language })
  location.reload()
}
