import { ROLE_NAMES } from '../../app/role-names.ts'
import { civilDayText } from '../../time/instant-text.ts'
import { peopleText } from './messages.ts'
import type { Employee } from './people-page.tsx'

type Role = Employee['roles'][number]

/** "Team lead, portfolio 118, up to 500.00, waits for a colleague". */
export function roleText({ role, portfolioId, amountLimit, until, confirmedBy }: Role): string {
  const parts = [
    ROLE_NAMES[role],
    portfolioId === null ? peopleText.everyPortfolio : peopleText.portfolio(portfolioId),
    ...(amountLimit === null ? [] : [peopleText.limit(amountLimit)]),
    ...(until === null ? [] : [peopleText.until(civilDayText(until))]),
    ...(confirmedBy === null ? [peopleText.waits] : []),
  ]
  return parts.join(', ')
}

/** "2 passkeys (1 synced), password with app, single sign-on". */
export function factorsText(factors: Employee['factors']): string {
  const passkeys = factors.filter(({ kind }) => kind === 'passkey').length
  const synced = factors.filter((factor) => factor.synced === true).length
  const parts = [
    ...(passkeys > 0 ? [peopleText.passkeys(passkeys) + (synced > 0 ? peopleText.synced(synced) : '')] : []),
    ...(factors.some(({ kind }) => kind === 'password') ? [peopleText.password] : []),
    ...(factors.some(({ kind }) => kind === 'openId') ? [peopleText.singleSignOn] : []),
  ]
  return parts.length === 0 ? peopleText.noFactor : parts.join(', ')
}
