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
import { SiteMenu } from './site-menu.tsx'
import styles from './site-header.module.css'

/** The brand, and help in the same corner on every page (WCAG 3.2.6). */
export function SiteHeader() {
  const { portfolio } = bootData()
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  const [, navigate] = useLocation()
  return (
    <>
      <Link href={homePath(signedIn)} className={styles.brand}>
        <img className={styles.mark} src={portfolio.faviconUrl} alt="" width={40} height={40} />
        <span className={styles.name}>{portfolio.brandName}</span>
      </Link>
      <SiteMenu />
      <nav className={styles.links} aria-label={appText('account')}>
        <LanguageSwitch />
        {signedIn && (
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
function homePath(signedIn: boolean): string {
  if (!signedIn) return '/sign-in'
  return isCustomer() ? '/home' : '/guidance'
}

const helpLabel = (phone: string): string => appText('callUs', { phone: formatPhone(phone) })
