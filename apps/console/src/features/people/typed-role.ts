import { STAFF_ROLES } from '@dolphin/domain/staff/codes'
import { decidesMoney } from '@dolphin/domain/staff/permissions'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { CallInput } from '../../calls/call.ts'
import { serverClock } from '../../time/server-clock.ts'
import { peopleText } from './messages.ts'

export type RoleTerms = Extract<CallInput<'changeRole'>['body'], { readonly act: 'enter' }>['role']

/** A role as it stands in the fields. */
export interface TypedRole {
  readonly role: string
  readonly portfolio: string
  readonly limit: string
  readonly from: string
  readonly until: string
}

export type RoleErrors = { readonly [Field in keyof TypedRole]?: string }

/** Today in the lender's zone, as a field of days takes it. */
const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: NEW_YORK, dateStyle: 'short' }).format(serverClock.now())

/** An empty role that counts from today. */
export const emptyRole = (): TypedRole => ({ role: '', portfolio: '', limit: '', from: today(), until: '' })

const PORTFOLIO = /^[1-9]\d{0,2}$/
const AMOUNT = /^(0|[1-9]\d{0,9})(\.\d{2})?$/

/** A role that decides or confirms money names the largest amount. */
const isMoneyRole = (typed: string): boolean =>
  STAFF_ROLES.some((role) => role === typed && decidesMoney(role))

/** What is wrong with a role; empty where nothing is. */
export function roleErrors({ role, portfolio, limit, from, until }: TypedRole): RoleErrors {
  return {
    ...(role === '' && { role: peopleText.missingRole }),
    ...(portfolio !== '' && !PORTFOLIO.test(portfolio) && { portfolio: peopleText.wrongPortfolio }),
    ...(limit === '' && isMoneyRole(role) && { limit: peopleText.missingLimit }),
    ...(limit !== '' && !AMOUNT.test(limit) && { limit: peopleText.wrongLimit }),
    ...(from === '' && { from: peopleText.wrongFrom }),
    ...(until !== '' && until < from && { until: peopleText.wrongUntil }),
  }
}

/** The role as the server takes it; its fields have been looked at. */
export const termsOf = ({ role, portfolio, limit, from, until }: TypedRole): RoleTerms => ({
  role: role as RoleTerms['role'],
  portfolioId: portfolio === '' ? null : Number(portfolio),
  amountLimit: limit === '' ? null : limit.includes('.') ? limit : `${limit}.00`,
  from,
  until: until === '' ? null : until,
})
