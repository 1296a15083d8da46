import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Link, useLocation } from 'wouter'
import { signOut } from '../../app/sign-out.ts'
import styles from './home.module.css'
import { homeText } from './messages.ts'

const LINKS = [
  { href: '/messages', label: 'messages' },
  { href: '/documents', label: 'documentsTitle' },
  { href: '/coupon/overview', label: 'coupons' },
  { href: '/consent', label: 'consents' },
  { href: '/change-password', label: 'changePassword' },
  { href: '/verify', label: 'verify' },
] as const

/** The rest of what an account can do, and the way out. */
export function AccountLinks() {
  const [, navigate] = useLocation()
  return (
    <Card tone="quiet">
      <h2>{homeText('accountTitle')}</h2>
      <ul className={styles.links}>
        {LINKS.map(({ href, label }) => (
          <li key={href}>
            <Link href={href}>{homeText(label)}</Link>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => void signOut(navigate)}>
        {homeText('signOut')}
      </Button>
    </Card>
  )
}
