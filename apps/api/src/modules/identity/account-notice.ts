import { inEachLanguage, type Locale, type Localized } from '@dolphin/domain/portfolios/localized'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { deviceName } from '../../http/device-name.ts'
import type { IdentityDeps } from './identity-deps.ts'

type ChangeKind = 'passwordChanged' | 'authenticatorOn' | 'authenticatorOff' | 'recoveryCodeUsed'
type NeededDeps = Pick<IdentityDeps, 'notices' | 'portfolios'>

/** What has changed about signing in, and the address of the site. */
interface AccountChange {
  readonly kind: ChangeKind
  readonly baseUrl: string
}

/** Tells the account's mailbox that something about signing in has changed, with the way on if it was not them. */
export async function notifyChange(
  deps: NeededDeps,
  unit: UnitOfWork,
  customer: Customer,
  { kind, baseUrl }: AccountChange,
): Promise<void> {
  await deps.notices.send(unit, {
    ...toAccount(customer, `${kind}/${customer.openId}/${unit.now.getTime()}`),
    kind,
    values: { ...shared(customer, baseUrl), changedAt: spokenTime(deps, customer, unit.now) },
  })
}

/** Tells of a sign-in on a device that this customer had never signed in on. */
export async function notifyNewDevice(
  deps: NeededDeps,
  unit: UnitOfWork,
  customer: Customer,
  { userAgent, baseUrl }: { userAgent: string; baseUrl: string },
): Promise<void> {
  await deps.notices.send(unit, {
    ...toAccount(customer, `newDevice/${customer.openId}/${unit.now.getTime()}`),
    kind: 'newDevice',
    values: {
      ...shared(customer, baseUrl),
      signedInAt: spokenTime(deps, customer, unit.now),
      device: describeDevice(userAgent),
    },
  })
}

const toAccount = ({ portfolioId, openId, email }: Customer, dedupKey: string) => ({
  portfolioId,
  openId,
  recipient: email,
  loanNo: null,
  dedupKey,
})

const shared = ({ profile }: Customer, baseUrl: string) => ({
  firstName: profile.firstName ?? { en: 'there', es: 'cliente' },
  resetLink: `${baseUrl}/send-reset-link`,
})

const CLOCKS: Readonly<Record<Locale, string>> = { en: 'en-US', es: 'es-US' }

/** "March 3, 2026 at 10:00 AM EST", "3 de marzo de 2026, 10:00 a.m. EST", as a person reads it. */
function spokenTime({ portfolios }: NeededDeps, { portfolioId }: Customer, instant: Date): Localized {
  const timeZone = portfolios.byId(portfolioId)?.portfolio.timeZone ?? 'UTC'
  return inEachLanguage((locale) =>
    new Intl.DateTimeFormat(CLOCKS[locale], { timeZone, dateStyle: 'long', timeStyle: 'long' })
      .format(instant)
      .replace(/:\d\d (?=[AP]M)/u, ' ')
      .replace(/:\d\d(?=\s[ap]\.\s?m\.)/u, '')
      .replace(/[\u202f\u00a0]/gu, ' '),
  )
}

/** "Chrome on Windows". */
export function describeDevice(userAgent: string): Localized {
  const { browser, system } = deviceName(userAgent)
  return {
    en: `${browser ?? 'An unknown browser'} on ${system ?? 'an unknown system'}`,
    es: `${browser ?? 'Un navegador desconocido'} en ${system ?? 'un sistema desconocido'}`,
  }
}
