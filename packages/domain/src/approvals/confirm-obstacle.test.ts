import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import type { RoleGrant } from '../staff/authority.ts'
import { ACT_MATTERS, APPROVAL_KINDS, CONFIRM_OBSTACLES } from './codes.ts'
import { type Confirming, confirmObstacle, countingPasskeys, type Entered } from './confirm-obstacle.ts'

const TODAY = localDate(2026, 3, 3)

/** A passkey that may be copied to other devices. */
const SYNCED = { factorId: 'phone', madeInSession: null, backupEligible: true }

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
  passkeys: [{ factorId: 'beas-key', madeInSession: null, backupEligible: false }],
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
    ['devicePasskeyNeeded', {}, { passkeys: [SYNCED] }],
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
      { factorId: 'there', madeInSession: 'adas-session', backupEligible: false },
      { factorId: 'here', madeInSession: 'beas-session', backupEligible: false },
    ]
    expect(confirmObstacle(entered(), bea({ passkeys }))).toBe('sameAuthenticator')
    expect(confirmObstacle(entered(), bea({ passkeys: passkeys.slice(1) }))).toBe('passkeyNeeded')
    const own = { factorId: 'own', madeInSession: 'an-older-session', backupEligible: false }
    const three = bea({ passkeys: [...passkeys, own] })
    expect(confirmObstacle(entered(), three)).toBeUndefined()
    expect(countingPasskeys(entered(), three)).toEqual([own])
  })

  test('money and persons take a passkey that stays on its device, unless the lender says otherwise', () => {
    for (const kind of APPROVAL_KINDS) {
      const of = entered({ kind })
      const isSettings = ACT_MATTERS[kind] === 'settings'
      const strict = bea({ passkeys: [SYNCED] })
      expect(confirmObstacle(of, strict), kind).toBe(isSettings ? undefined : 'devicePasskeyNeeded')
      expect(countingPasskeys(of, strict), kind).toEqual(isSettings ? [SYNCED] : [])
      const lenient = { ...strict, syncedConfirms: true }
      expect(confirmObstacle(of, lenient), kind).toBeUndefined()
      expect(countingPasskeys(of, lenient), kind).toEqual([SYNCED])
    }
    const both = bea({ passkeys: [SYNCED, ...bea().passkeys] })
    expect(countingPasskeys(entered(), both)).toEqual(bea().passkeys)
    // That it may be copied is not the reason where it is the passkey of the entry.
    const sameKey = { enteredFactor: SYNCED.factorId }
    expect(confirmObstacle(entered(sameKey), bea({ passkeys: [SYNCED] }))).toBe('sameAuthenticator')
  })

  test('what the operations secret entered has no session to share', () => {
    const bySecret = { enteredBy: 'operationsSecret', enteredFactor: null, enteredSession: null }
    expect(confirmObstacle(entered(bySecret), bea())).toBeUndefined()
  })
})
