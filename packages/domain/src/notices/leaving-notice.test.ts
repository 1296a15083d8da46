import { describe, expect, test } from 'vitest'
import { localDate, type LocalDate } from '../calendar/local-date.ts'
import { LoanStatus, OriginatingSubStatus } from '../loans/codes.ts'
import { cents } from '../money/cents.ts'
import { TransactionStatus } from '../payments/codes.ts'
import { leavingNotice, type LoanToday } from './leaving-notice.ts'
import { LEGAL_KINDS } from './legal-notice.ts'
import { NOTICE_CONDITIONS, type StatedFact, statedFact } from './notice-conditions.ts'
import { NOTICE_KINDS, NOTICE_PLACEHOLDERS } from './notice-kind.ts'
import { statedLines } from './stated-line.ts'

/** Placeholders that say what has happened, though they hold a day or a sum. */
const OF_THE_PAST: Readonly<Record<string, readonly string[]>> = {
  adverseAction: ['noticeDate'],
  paidOff: ['paidOffDate'],
  loanSettled: ['settledDate'],
  entryReversed: [],
  rightsNotice: [],
  receiptReversed: ['receivedDate'],
}
/** Names of placeholders that hold a day or a moment to come. */
const FUTURE = /Date$|By$|Until$|Through$|mailedOn|holdsFrom|Hours$|Minutes$/u
const isLender = (name: string) => name === 'lenderHours'

describe('every notice that states something of the future has a condition (domain.md §11, §14)', () => {
  test.each(NOTICE_KINDS)('%s', (kind) => {
    const past = OF_THE_PAST[kind] ?? []
    const stated = Object.keys(NOTICE_PLACEHOLDERS[kind]).filter(
      (name) => FUTURE.test(name) && !past.includes(name) && !isLender(name),
    )
    if (stated.length > 0) expect(NOTICE_CONDITIONS[kind], stated.join(', ')).not.toBeNull()
  })

  test('a notice of law that may be withdrawn names what serves for it', () => {
    for (const kind of LEGAL_KINDS) {
      const condition: (typeof NOTICE_CONDITIONS)[typeof kind] = NOTICE_CONDITIONS[kind]
      if (condition !== null && 'instead' in condition) expect(condition.instead.length).toBeGreaterThan(10)
    }
  })

  test('a notice of action taken always leaves (12 CFR 1002.9(a))', () => {
    expect([statedFact('adverseAction'), statedFact('counteroffer')]).toEqual([undefined, undefined])
  })
})

const day = (date: number): LocalDate => localDate(2026, 3, date)
const money = (amount: number) => cents(BigInt(amount))
const running: LoanToday = {
  state: { status: LoanStatus.processing, subStatus: null },
  isSigned: true,
  asksNothing: false,
  now: new Date('2026-03-06T12:00:00-05:00'),
  next: {
    date: day(13),
    total: money(7_861),
    parts: [],
    sentBy: 'us',
    reason: null,
    changeableUntil: null,
  },
  coming: [{ number: 1, date: day(13), amount: money(7_861) }],
  debits: [{ item: 'installment/1', date: day(13), amount: money(7_861), changeBy: day(11) }],
  pastDue: { amount: money(0), days: 0 },
  transactions: [],
  changes: [],
  payout: null,
  qualifiedUntil: null,
}

type Values = Readonly<Record<string, unknown>>
const leaves = (states: StatedFact, key: string, values: Values, today: Partial<LoanToday> = {}) =>
  leavingNotice(states, { key: key.split('/'), values }, { ...running, ...today })

const en = (text: string) => expect.objectContaining({ en: text }) as unknown

describe('what a notice says when it leaves', () => {
  const first = { firstPaymentDate: 'old', firstPaymentAmount: 'old', loanNo: '1' }

  test('the next payment, as it is then; nothing where the loan has ended or nothing comes', () => {
    expect(leaves('nextPayment', 'loanFunded/1', first)).toEqual({
      loanNo: '1',
      firstPaymentDate: en('Fri, Mar 13, 2026'),
      firstPaymentAmount: '$78.61',
    })
    expect(leaves('nextPayment', 'loanFunded/1', first, { next: undefined })).toBeNull()
    const ended = { status: LoanStatus.terminated, subStatus: null } as const
    expect(leaves('nextPayment', 'loanFunded/1', first, { state: ended })).toBeNull()
  })

  test('lines about the next payment give way to those of today, all others stay in their place', () => {
    const old = statedLines('nextPayment', [
      { en: 'old', es: 'viejo' },
      { en: 'older', es: 'más viejo' },
    ])
    const last = { en: 'last', es: 'último' }
    const details = ['first', ...old, last]
    expect(leaves('nextPayment', 'changeFailed/C1', { details })?.['details']).toEqual([
      'first',
      en('Your next payment: $78.61 on Fri, Mar 13, 2026.'),
      last,
    ])
    expect(leaves('nextPayment', 'changeFailed/C1', { details }, { next: undefined })?.['details']).toEqual([
      'first',
      en('No scheduled payment is left.'),
      last,
    ])
  })

  const retry = { consequences: statedLines('retry', [{ en: 'old', es: 'viejo' }]) }
  test.each([
    [TransactionStatus.none, 'We try it again on Mon, Mar 30, 2026, and tell you before.'],
    [TransactionStatus.rejected, 'We will not try this payment again on our own.'],
  ])('a retry of status %s: %s', (status, words) => {
    const transactions = [{ transactionNo: 'T2', originalTransactionNo: 'T1', status, date: day(30) }]
    const left = leaves('nextPayment', 'paymentReturned/T1', retry, { transactions })
    expect(left?.['consequences']).toEqual([en(words)])
  })

  const announced = { amount: '$78.61', changeBy: 'old' }
  const KEY = 'debitNotice/118-1/installment/1/2026-03-13/78.61'
  test.each<[string, string, Values, Partial<LoanToday>, unknown]>([
    ['as it was announced', KEY, announced, {}, { amount: '$78.61', changeBy: en('Wed, Mar 11, 2026') }],
    ['another amount', KEY, { amount: '$80.00' }, {}, null],
    ['another day', KEY.replace('03-13', '03-12'), announced, {}, null],
    ['another payment', KEY.replace('installment/1', 'change/C1'), announced, {}, null],
    ['none comes', KEY, announced, { debits: [] }, null],
    ['told again', `${KEY}/1`, announced, {}, { amount: '$78.61', changeBy: en('Wed, Mar 11, 2026') }],
    [
      'at another address',
      `${KEY}/other-address`,
      announced,
      {},
      { amount: '$78.61', changeBy: en('Wed, Mar 11, 2026') },
    ],
    ['an offer of help', 'hardshipOffer/118-1/2026-03-13', { amount: '$78.61' }, {}, { amount: '$78.61' }],
  ])('a planned debit: %s', (...[, key, values, today, expected]) => {
    expect(leaves('plannedDebit', key, values, today)).toEqual(expected)
  })

  test('a moved payment has the day on which it comes now, or is not told', () => {
    const key = 'paymentMoved/118-1/1/2026-03-06/2026-03-13'
    expect(leaves('movedPayment', key, {})).toEqual({
      paymentDate: en('Fri, Mar 13, 2026'),
      amount: '$78.61',
    })
    const later = [{ number: 1, date: day(20), amount: money(7_861) }]
    expect(leaves('movedPayment', key, {}, { coming: later })).toMatchObject({
      paymentDate: en('Fri, Mar 20, 2026'),
    })
    expect(leaves('movedPayment', key, {}, { coming: [] })).toBeNull()
  })

  test('what is past due is what is past due then', () => {
    expect(leaves('pastDue', 'loanPastDue/1/1', {}, { pastDue: { amount: money(500), days: 4 } })).toEqual({
      pastDueAmount: '$5.00',
      daysOverdue: '4',
    })
    expect(leaves('pastDue', 'loanPastDue/1/1', {})).toBeNull()
  })

  const approved = { status: LoanStatus.approved, subStatus: null } as const
  const planned = { sentOn: day(4), mailedOn: null, arrivesOn: day(5) }
  test.each<[string, Values, Partial<LoanToday>, unknown]>([
    [
      'into the account',
      {},
      { state: approved, payout: planned },
      { disbursementDate: en('Wed, Mar 4, 2026') },
    ],
    ['nothing is planned', {}, { state: approved }, null],
    ['the money has left', {}, { payout: planned }, null],
    ['no check any more', { mailedOn: 'old' }, { state: approved, payout: planned }, null],
    [
      'a check',
      { mailedOn: 'old' },
      { state: approved, payout: { ...planned, mailedOn: day(4) } },
      { mailedOn: en('Wed, Mar 4, 2026'), arrivalDate: en('Thu, Mar 5, 2026') },
    ],
  ])('a payout: %s', (_case, values, today, expected) => {
    expect(leaves('payout', 'approved/118-1/T1', values, today)).toEqual(expected)
  })

  test('money on its way, unless it came back', () => {
    const sent = { transactionNo: 'T1', originalTransactionNo: null, date: day(4) }
    const key = 'disbursementSent/118-1/T1'
    const at = (status: number) => leaves('moneySent', key, {}, { transactions: [{ ...sent, status }] })
    expect([at(TransactionStatus.onBatch), at(TransactionStatus.rejected)]).toEqual([{}, null])
  })

  const change = {
    changeNo: 'C1',
    isOpen: true,
    isInForce: true,
    until: new Date('2026-03-07T12:00:00-05:00'),
  }
  test.each<[StatedFact, Partial<typeof change>, boolean]>([
    ['openChange', {}, true],
    ['openChange', { isOpen: false }, false],
    ['openChange', { until: running.now }, false],
    ['savedChange', { isOpen: false }, true],
    ['savedChange', { isInForce: false }, false],
  ])('%s of %o leaves: %s', (states, changed, expected) => {
    const changes = [{ ...change, ...changed }]
    expect(leaves(states, 'amendmentToSign/C1', {}, { changes }) !== null).toBe(expected)
  })

  const review = { status: LoanStatus.originating, subStatus: OriginatingSubStatus.customerReview } as const
  const agent = { status: LoanStatus.originating, subStatus: OriginatingSubStatus.agentReview } as const
  const until = new Date('2026-04-01T12:00:00-04:00')
  test.each<[StatedFact, Partial<LoanToday>, boolean]>([
    ['signing', { state: review, isSigned: false }, true],
    ['signing', { state: review }, false],
    ['signing', { state: agent, isSigned: false }, false],
    ['application', { state: agent, isSigned: false }, true],
    ['application', { state: approved }, false],
    ['offer', { state: review, isSigned: false, qualifiedUntil: until }, true],
    ['offer', { state: review, isSigned: false, qualifiedUntil: running.now }, false],
  ])('%s with %o leaves: %s', (states, today, expected) => {
    expect(leaves(states, 'any/118-1', {}, today) !== null).toBe(expected)
  })
})
