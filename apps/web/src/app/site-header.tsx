import { formatPhone } from '@dolphin/domain/format/phone'
import { Button } from '@dolphin/ui/button/button'
import { Icon } from '@dolphin/ui/icon/icon'
import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { isCustomer, isSignedIn, subscribeSession } from '../api-client/session.ts'
import { bootData } from './boot.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { appText } from './messages.ts'
import { signOut } from './sign-out.ts'
import styles from './site-header.module.css'

/** Where the menu stands, once the page's content does. */
export const MENU_PLACE = 'menu'

/** The brand, and help in the same corner on every page (WCAG 3.2.6). */
export function SiteHeader() {
  const { portfolio, mirrorNo } = bootData()
  const home = useSyncExternalStore(subscribeSession, homePath)
  const [, navigate] = useLocation()
  return (
    <>
      <Link href={home} className={styles.brand}>
        <img className={styles.mark} src={portfolio.faviconUrl} alt="" width={40} height={40} />
        <span className={styles.name}>{portfolio.brandName}</span>
      </Link>
      <div id={MENU_PLACE} className={styles.menu} data-bar />
      <nav className={styles.links} aria-label={appText('account')}>
        <LanguageSwitch />
        {home !== '/sign-in' && mirrorNo === undefined && (
          <Button variant="quiet" onClick={() => void signOut(navigate)}>
            {appText('signOut')}
          </Button>
        )}
        <a href={`tel:+1${portfolio.phone}`} className={styles.help} aria-label={helpLabel(portfolio.phone)}>
          <Icon name="phone" size={22} />
          <span className={styles.number}>{formatPhone(portfolio.phone)}</span>
        </a>
      </nav>
    </>
  )
}

/** A session without an account has no home page but its application. */
function homePath(): '/sign-in' | '/home' | '/guidance' {
  if (!isSignedIn()) return '/sign-in'
  return isCustomer() ? '/home' : '/guidance'
}

const helpLabel = (phone: string): string => appText('callUs', { phone: formatPhone(phone) })
