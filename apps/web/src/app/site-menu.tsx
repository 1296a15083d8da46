import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { isCustomer, subscribeSession } from '../api-client/session.ts'
import { appText } from './messages.ts'
import styles from './site-menu.module.css'

interface Place {
  readonly href: string
  readonly label: Parameters<typeof appText>[0]
  readonly icon: IconName
  /** The beginnings of the paths that belong to it. */
  readonly paths: readonly string[]
}

const PLACES = [
  { href: '/home', label: 'menuHome', icon: 'home', paths: ['/home'] },
  {
    href: '/repayment/loan-details',
    label: 'menuLoan',
    icon: 'money',
    paths: ['/repayment/', '/disbursement/', '/coupon/schedule'],
  },
  { href: '/documents', label: 'menuDocuments', icon: 'document', paths: ['/documents', '/verify'] },
  { href: '/messages', label: 'menuMessages', icon: 'message', paths: ['/messages'] },
  {
    href: '/account',
    label: 'menuAccount',
    icon: 'person',
    paths: ['/account', '/change-password', '/consent', '/coupon/'],
  },
] as const satisfies readonly Place[]

/** The way to a signed agreement: a step's own bar stands at the bottom there, so the menu is behind a button. */
const APPLICATION_PATHS = [
  '/guidance',
  '/web-guidance',
  '/application/',
  '/returning/',
  '/complete-information/',
  '/pending-application/',
  '/loan-agreement',
  '/signature/',
  '/welcome',
]

const placeOf = (path: string): string | undefined =>
  PLACES.find(({ paths }) => paths.some((start) => path.startsWith(start)))?.href

/** Where a signed-in customer can go: a bar at the bottom of a phone, a row in the header from 960 px. */
export function SiteMenu() {
  const [path] = useLocation()
  const customer = useSyncExternalStore(subscribeSession, isCustomer)
  if (!customer) return null
  if (APPLICATION_PATHS.some((start) => path.startsWith(start))) return <FoldedMenu key={path} />
  return (
    <nav className={styles.bar} data-bar aria-label={appText('menu')}>
      <Places current={placeOf(path)} />
    </nav>
  )
}

function FoldedMenu() {
  return (
    <nav className={styles.folded} data-bar aria-label={appText('menu')}>
      <details>
        <summary aria-label={appText('menu')}>
          <Icon name="menu" />
        </summary>
        <Places current={undefined} />
      </details>
    </nav>
  )
}

function Places({ current }: { current: string | undefined }) {
  return (
    <ul className={styles.places}>
      {PLACES.map(({ href, label, icon }) => (
        <li key={href}>
          <Link href={href} className={styles.place} aria-current={href === current ? 'page' : undefined}>
            <span className={styles.picture}>
              <Icon name={icon} size={22} />
            </span>
            {appText(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
