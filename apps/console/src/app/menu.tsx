import { useEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import styles from './frame.module.css'
import { useGoKeys } from './keys.ts'
import { mayAct, type Session } from './session.tsx'

interface Place {
  readonly path: string
  readonly name: string
  /** After `g` it leads here. */
  readonly key: string
  /** Outline on a grid of 16, drawn in the color of the words. */
  readonly outline: string
  readonly isFor: (session: Session) => boolean
}

const everyone = () => true

/** Every page of the menu, and whose it is. A page that is not there is refused by the server, too. */
const PLACES: readonly Place[] = [
  {
    path: '/today',
    name: 'Today',
    key: 't',
    outline: 'M3 3.5h10v10H3zM3 6.5h10M5.5 2v3M10.5 2v3M5.5 9.5l1.5 1.5 3-3',
    isFor: everyone,
  },
  {
    path: '/work',
    name: 'Work',
    key: 'w',
    outline: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
    isFor: (session) => mayAct(session, 'workItem.own', ['may']),
  },
  {
    path: '/approvals',
    name: 'Approvals',
    key: 'a',
    outline: 'M8 1.8l5 1.9v4c0 3-2.1 5.3-5 6.5-2.9-1.2-5-3.5-5-6.5v-4zM5.6 8l1.7 1.7 3.1-3.4',
    isFor: everyone,
  },
  {
    path: '/reviews',
    name: 'Reviews',
    key: 'r',
    outline: 'M4 2.5h6l2.5 2.5v8.5H4zM6 7h4.5M6 9.5h4.5M10 2.5V5h2.5',
    isFor: (session) => mayAct(session, 'loan.read', ['may']),
  },
  {
    path: '/statements',
    name: 'Statements',
    key: 'i',
    outline: 'M3.5 2h9v12l-2.2-1.4L8 14l-2.3-1.4L3.5 14zM6 5h4M6 7.5h4M6 10h2.5',
    isFor: (session) => mayAct(session, 'statement.accept', ['may']),
  },
  {
    path: '/messages',
    name: 'Messages',
    key: 'm',
    outline: 'M2 3.5h12v8H7l-3 2.5v-2.5H2zM5 6.5h6M5 8.8h4',
    isFor: (session) => mayAct(session, 'loan.read', ['may']),
  },
  {
    path: '/money',
    name: 'Money',
    key: 'o',
    outline: 'M2 4h12v8H2zM8 6.2a1.8 1.8 0 100 3.6 1.8 1.8 0 000-3.6zM4.2 6.2v0M11.8 9.8v0',
    isFor: (session) => mayAct(session, 'loan.read', ['may']),
  },
  {
    path: '/coupons',
    name: 'Coupons',
    key: 'u',
    outline: 'M2 4.5h12v2.2a1.4 1.4 0 000 2.6v2.2H2V9.3a1.4 1.4 0 000-2.6zM10 5v1M10 7.5v1M10 10v1',
    isFor: (session) => mayAct(session, 'loan.read', ['may']),
  },
  {
    path: '/data-requests',
    name: 'Data requests',
    key: 'd',
    outline:
      'M4 2.5h6l2.5 2.5v8.5H4zM10 2.5V5h2.5M8.2 6.6a1.3 1.3 0 100 2.6 1.3 1.3 0 000-2.6zM5.8 12c.3-1.4 1.2-2 2.4-2s2.1.6 2.4 2',
    isFor: (session) => mayAct(session, 'person.correct', ['enter']),
  },
  {
    path: '/legal-holds',
    name: 'Legal holds',
    key: 'h',
    outline: 'M3.5 7.5h9V14h-9zM5.5 7.5V5a2.5 2.5 0 015 0v2.5M8 10v1.5',
    isFor: (session) => mayAct(session, 'person.legalHold', ['enter']),
  },
  {
    path: '/people',
    name: 'People',
    key: 'p',
    outline:
      'M6 3a2.3 2.3 0 100 4.6A2.3 2.3 0 006 3zM1.8 13.2c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.7 3.2a2.3 2.3 0 010 4.2M12 9.5c1.3.6 2 1.9 2.2 3.7',
    isFor: (session) => mayAct(session, 'employee.invite', ['enter', 'confirm']),
  },
  {
    path: '/system',
    name: 'System',
    key: 's',
    outline: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5v0M5 11v0M8 5h3M8 11h3',
    isFor: (session) => mayAct(session, 'system.jobs', ['may']),
  },
  {
    path: '/terminal',
    name: 'Terminal',
    key: 'l',
    outline: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10h3',
    isFor: everyone,
  },
  {
    path: '/account',
    name: 'My account',
    key: 'c',
    outline: 'M8 2.5a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4zM2.8 14c.4-3 2.6-4.6 5.2-4.6s4.8 1.6 5.2 4.6',
    isFor: everyone,
  },
]

/** The pages that the employee may see, by right. */
export function Menu({ session, waiting }: { session: Session; waiting: number | undefined }) {
  const [, navigate] = useLocation()
  const places = useMemo(() => PLACES.filter(({ isFor }) => isFor(session)), [session])
  const keys = useMemo(() => new Map(places.map(({ key, path }) => [key, path])), [places])
  useGoKeys(keys, navigate)
  return (
    <nav className={styles.menu} aria-label="Desk">
      {places.map((place) => (
        <MenuLink key={place.path} place={place} count={place.path === '/approvals' ? waiting : undefined} />
      ))}
    </nav>
  )
}

function MenuLink({ place, count }: { place: Place; count: number | undefined }) {
  const [isHere] = useRoute(`${place.path}/*?`)
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone the menu is a row that is wider than the screen.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isHere])
  return (
    <Link ref={link} href={place.path} className={styles.place} aria-current={isHere ? 'page' : undefined}>
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d={place.outline} />
      </svg>
      <span>{place.name}</span>
      {count !== undefined && count > 0 && <b className={styles.count}>{count}</b>}
    </Link>
  )
}
