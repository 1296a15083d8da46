import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { isCustomer, subscribeSession } from '../../api-client/session.ts'
import { MENU_PLACE } from '../site-header.tsx'
import { menuText } from './menu-messages.ts'
import styles from './site-menu.module.css'

/** The count of unread messages; the menu is right without it. */
const UnreadBadge = lazy<ComponentType>(() =>
  import('../../features/messages/unread-badge.tsx').catch(() => ({ default: () => null })),
)

interface Place {
  readonly href: string
  readonly label: Parameters<typeof menuText>[0]
  readonly icon: IconName
  /** The beginnings of the paths that belong to it. */
  readonly paths: readonly string[]
}

const PLACES = [
  { href: '/home', label: 'home', icon: 'home', paths: ['/home'] },
  {
    href: '/repayment/loan-details',
    label: 'loan',
    icon: 'money',
    paths: ['/repayment/', '/disbursement/', '/coupon/schedule'],
  },
  { href: '/documents', label: 'documents', icon: 'document', paths: ['/documents', '/verify'] },
  { href: '/messages', label: 'messages', icon: 'mail', paths: ['/messages'] },
  {
    href: '/account',
    label: 'account',
    icon: 'person',
    paths: ['/account', '/change-password', '/my-data', '/consent', '/coupon/'],
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
  const customer = useSyncExternalStore(subscribeSession, isCustomer)
  const place = document.getElementById(MENU_PLACE)
  return customer && place !== null ? createPortal(<Menu />, place) : null
}

function Menu() {
  const [path] = useLocation()
  if (APPLICATION_PATHS.some((start) => path.startsWith(start))) return <FoldedMenu key={path} />
  return (
    <nav className={styles.bar} aria-label={menuText('menu')}>
      <Places current={placeOf(path)} />
    </nav>
  )
}

function FoldedMenu() {
  return (
    <nav className={styles.folded} aria-label={menuText('menu')}>
      <details>
        <summary aria-label={menuText('menu')}>
          <span className={styles.lines} />
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
            {menuText(label)}
            {label === 'messages' && (
              <span className={styles.count}>
                <Suspense fallback={null}>
                  <UnreadBadge />
                </Suspense>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
