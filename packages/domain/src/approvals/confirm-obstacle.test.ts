import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import type { RoleGrant } from '../staff/authority.ts'
import { DAY_MS } from '../time/durations.ts'
import { ACT_MATTERS, APPROVAL_KINDS, CONFIRM_OBSTACLES } from './codes.ts'
import {
  type Confirming,
  type ConfirmingPasskey,
  confirmObstacle,
  countingPasskeys,
  type Entered,
} from './confirm-obstacle.ts'

const TODAY = localDate(2026, 3, 3)

const NOW = new Date('2026-03-03T15:00:00Z')

const key = (factorId: string, overrides: Partial<ConfirmingPasskey> = {}): ConfirmingPasskey => ({
  factorId,
  madeInSession: null,
  madeAt: new Date('2026-03-02T15:00:00Z'),
  countsAtOnce: false,
  backupEligible: false,
  ...overrides,
})

/** A passkey that may be copied to other devices. */
const SYNCED = key('phone', { backupEligible: true })
/** In a drawer: the first is never the only one. */
const SPARE = key('spare', { madeInSession: 'beas-session' })

const grant = (overrides: Partial<RoleGrant> = {}): RoleGrant => ({
  role: 'teamLead',
  portfolioId: null,
  amountLimit: null,
  from: localDate(2026, 1, 1),
  until: null,
  ...overrides,
})

const entered = (overrides: Partial<Entered> = {}): Entered => ({
  kind: 'posting',
  permission: 'posting.enter',
  portfolioId: 118,
  amount: cents(12_000n),
  enteredBy: 'employee:ada',
  about: null,
  enteredFactor: 'adas-key',
  enteredSession: 'adas-session',
  ...overrides,
})

const bea = (overrides: Partial<Confirming> = {}): Confirming => ({
  by: 'employee:bea',
  sessionId: 'beas-session',
  sessionKind: 'desk',
  roles: [grant()],
  day: TODAY,
  passkeys: [key('beas-key'), SPARE],
  now: NOW,
  linkedTo: [],
  syncedConfirms: false,
  ...overrides,
})

describe('why an employee may not confirm (console.md, Staff)', () => {
  test('a colleague with the role and a passkey of their own may', () => {
    expect(confirmObstacle(entered(), bea())).toBeUndefined()
  })

  test.each([
    ['enteredByYourself', {}, { by: 'employee:ada' }],
    ['aboutYourself', { about: 'employee:bea' }, {}],
    ['noRole', {}, { roles: [grant({ role: 'support' })] }],
    ['otherPortfolio', {}, { roles: [grant({ portfolioId: 110 })] }],
    ['outsideDates', {}, { roles: [grant({ until: localDate(2026, 2, 1) })] }],
    ['aboveLimit', {}, { roles: [grant({ amountLimit: cents(11_999n) })] }],
    ['sameAuthenticator', { enteredFactor: 'beas-key' }, {}],
    ['passkeyNeeded', {}, { passkeys: [] }],
    ['linkedAccounts', {}, { linkedTo: ['employee:cal', 'employee:ada'] }],
    ['secondPasskeyNeeded', {}, { passkeys: [key('beas-key')] }],
    [
      'passkeyTooNew',
      {},
      { passkeys: [key('beas-key', { madeAt: new Date(NOW.getTime() - DAY_MS + 1) }), SPARE] },
    ],
    ['devicePasskeyNeeded', {}, { passkeys: [SYNCED, SPARE] }],
    ['deskNeeded', {}, { sessionKind: 'terminal' }],
  ] as const)('%s', (obstacle, of, who) => {
    expect(confirmObstacle(entered(of), bea(who))).toBe(obstacle)
  })

  test('of several reasons the first of the list is answered', () => {
    const all = bea({ by: 'employee:ada', roles: [], passkeys: [], sessionKind: 'terminal' })
    expect(confirmObstacle(entered({ about: 'employee:ada' }), all)).toBe(CONFIRM_OBSTACLES[0])
    expect(confirmObstacle(entered(), { ...all, by: 'employee:bea' })).toBe('noRole')
  })

  test('a role that only enters here does not hide that one confirms elsewhere', () => {
    const roles = [grant({ role: 'cash' }), grant({ role: 'accounting', portfolioId: 110 })]
    expect(confirmObstacle(entered(), bea({ roles }))).toBe('otherPortfolio')
  })

  test('a passkey of the session of its entry, or of this very session, counts for nothing; another does', () => {
    const passkeys = [
      key('there', { madeInSession: 'adas-session' }),
      key('here', { madeInSession: 'beas-session' }),
    ]
    expect(confirmObstacle(entered(), bea({ passkeys }))).toBe('sameAuthenticator')
    expect(confirmObstacle(entered(), bea({ passkeys: passkeys.slice(1) }))).toBe('passkeyNeeded')
    const own = key('own', { madeInSession: 'an-older-session' })
    const three = bea({ passkeys: [...passkeys, own] })
    expect(confirmObstacle(entered(), three)).toBeUndefined()
    expect(countingPasskeys(entered(), three)).toEqual([own])
  })

  test('money and persons take a passkey that stays on its device, unless the lender says otherwise', () => {
    for (const kind of APPROVAL_KINDS) {
      const of = entered(kind === 'linkLift' ? { kind, permission: 'role.grant' } : { kind })
      const isSettings = ACT_MATTERS[kind] === 'settings'
      const roles = [grant(), grant({ role: 'administrator' })]
      const strict = bea({ passkeys: [SYNCED, SPARE], roles })
      expect(confirmObstacle(of, strict), kind).toBe(isSettings ? undefined : 'devicePasskeyNeeded')
      expect(countingPasskeys(of, strict), kind).toEqual(isSettings ? [SYNCED] : [])
      const lenient = { ...strict, syncedConfirms: true }
      expect(confirmObstacle(of, lenient), kind).toBeUndefined()
      expect(countingPasskeys(of, lenient), kind).toEqual([SYNCED])
    }
    const both = bea({ passkeys: [SYNCED, ...bea().passkeys] })
    expect(countingPasskeys(entered(), both)).toEqual([key('beas-key')])
    // That it may be copied is not the reason where it is the passkey of the entry.
    const sameKey = { enteredFactor: SYNCED.factorId }
    expect(confirmObstacle(entered(sameKey), bea({ passkeys: [SYNCED, SPARE] }))).toBe('sameAuthenticator')
  })

  test('the first two administrators and a demonstration confirm at once, and with one passkey', () => {
    const passkeys = [key('beas-key', { madeAt: NOW, countsAtOnce: true })]
    expect(confirmObstacle(entered(), bea({ passkeys }))).toBeUndefined()
  })

  test('a link counts against the one who entered it alone', () => {
    expect(confirmObstacle(entered(), bea({ linkedTo: ['employee:cal'] }))).toBeUndefined()
  })

  test('a link of two accounts is lifted by administrators alone, and by neither of the two', () => {
    const lift = entered({ kind: 'linkLift', permission: 'role.grant', portfolioId: null, amount: null })
    const roles = [grant({ role: 'administrator' })]
    expect(confirmObstacle(lift, bea({ roles }))).toBeUndefined()
    expect(confirmObstacle(lift, bea({ roles: [grant({ role: 'compliance' })] }))).toBe('noRole')
    for (const about of ['employee:bea employee:cal', 'employee:abe employee:bea'])
      expect(confirmObstacle({ ...lift, about }, bea({ roles }))).toBe('aboutYourself')
  })

  test('what the operations secret entered has no session to share', () => {
    const bySecret = { enteredBy: 'operationsSecret', enteredFactor: null, enteredSession: null }
    expect(confirmObstacle(entered(bySecret), bea())).toBeUndefined()
  })
})
