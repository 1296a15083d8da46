import { localDate } from '../../../calendar/local-date.ts'
import { cents } from '../../../money/cents.ts'
import {
  again,
  agreement,
  amount,
  confirmed,
  failure,
  item,
  presented,
  renewed,
  returned,
  twoFailures,
  unusualNotified,
  wednesday,
} from './agreed-debit.ts'
import type { IneligibleCase } from './ineligible-debits.ts'

/** Blocked by the payments that were sent before. */
export const INELIGIBLE_BY_HISTORY: readonly IneligibleCase[] = [
  {
    rule: 'representment',
    why: 'the third again',
    facts: { earlier: [presented(), presented(), presented()], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after 180 days',
    facts: { earlier: [presented({ effectiveDate: localDate(2025, 12, 18) })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'a part of the amount',
    facts: { earlier: [presented({ amount: cents(24_000n) })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'not marked as a retry',
    facts: { earlier: [presented()], notices: [unusualNotified] },
    attempt: { ...again, entryDescription: 'LOAN PMT' },
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after R24',
    facts: { earlier: [presented({ returnedAs: 'R24' })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'a second correction',
    facts: {
      openReturns: [returned('R11')],
      earlier: [presented({ returnedAs: 'R11' }), presented({ returnedAs: 'R11', presentment: 'corrected' })],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'after 60 days',
    facts: {
      openReturns: [{ ...returned('R11'), settledOn: localDate(2026, 4, 17) }],
      earlier: [presented({ returnedAs: 'R11' })],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after R24, though an earlier one is named last',
    facts: {
      earlier: [presented({ effectiveDate: localDate(2026, 6, 10), returnedAs: 'R24' }), presented()],
      notices: [unusualNotified],
    },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'once',
    why: 'it settled, and is made again',
    facts: { earlier: [presented({ returnedAs: null, returnedAt: null })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'what the bank calls wrong is another payment',
    facts: { openReturns: [returned('R11', 'installment/2')], notices: [unusualNotified] },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'nothing was wrong with it',
    facts: {
      openReturns: [returned('R01')],
      earlier: [presented()],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'marked as a retry',
    facts: {
      openReturns: [returned('R11')],
      earlier: [presented({ returnedAs: 'R11' })],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected', entryDescription: 'RETRY PYMT' },
    mayPass: false,
  },
  {
    rule: 'permissionEnded',
    why: 'a correction while another return says that there was no authorization',
    facts: {
      openReturns: [returned('R11'), returned('R10', 'installment/2')],
      earlier: [presented({ returnedAs: 'R11' })],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected' },
    mayPass: true,
  },
  {
    rule: 'newPermission',
    why: 'the account was repaired, the authorization is old',
    facts: { earlier: [presented({ returnedAs: 'R02' })], notices: [unusualNotified] },
    attempt: { presentment: 'renewed' },
    mayPass: true,
  },
  { rule: 'twoFailures', why: 'two in a row', facts: { accountAttempts: twoFailures }, mayPass: true },
  {
    rule: 'twoFailures',
    why: 'an authorization signed before the second failure',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...renewed, grantedAt: new Date('2026-06-05T09:00:00-04:00') }],
    },
    mayPass: true,
  },
  {
    rule: 'twoFailures',
    why: 'a payment confirmed before the second failure was known',
    facts: {
      accountAttempts: [failure(1), { ...failure(4), knownAt: new Date('2026-06-16T09:00:01-04:00') }],
      authorizations: [agreement, confirmed],
    },
    mayPass: false,
  },
  {
    rule: 'twoFailures',
    why: 'an agreement of the day, which is no authorization signed anew for that',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...agreement, grantedAt: renewed.grantedAt }],
      renewals: [renewed.grantedAt],
    },
    mayPass: true,
  },
  {
    rule: 'twoFailures',
    why: 'an authorization signed anew, for a day before',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...renewed, scope: [{ item, date: localDate(2026, 6, 16), amount }] }],
      renewals: [renewed.grantedAt],
    },
    mayPass: true,
  },
  {
    rule: 'retryAlone',
    why: 'the next payment is taken on the same day',
    facts: { earlier: [presented()], notices: [unusualNotified], otherDebits: [wednesday] },
    attempt: again,
    mayPass: true,
  },
]
