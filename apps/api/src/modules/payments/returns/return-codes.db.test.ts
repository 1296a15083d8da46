import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import {
  RETURN_CODES,
  type ReturnCode,
  returnRule,
} from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDebitLoans } from '../../servicing/debit-loan.ts'
import { checkPlannedDebit, findDebitNotices, plannedDebits } from '../../servicing/check-planned-debit.ts'
import { hoursOf } from '../../portfolios/banking-hours.ts'
import { readHomeFlag } from '../../loans/home-state.ts'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'

/** What each return of the first debit comes to, and what the next batch then says of the second payment. */
interface Expected {
  readonly state: readonly [number, string | null]
  readonly homeFlag: 5 | 6
  readonly debit: 'back' | 'stands'
  readonly fee: boolean
  /** Rules that block the next payment, the cited one first; none: it is sent. */
  readonly next: readonly string[]
  readonly notices: readonly string[]
  readonly authorization: boolean
  readonly again: boolean
}

const UNCHANGED: Expected = {
  state: [203, null],
  homeFlag: 5,
  debit: 'stands',
  fee: false,
  next: [],
  notices: [],
  authorization: true,
  again: false,
}
const OWED: Expected = { ...UNCHANGED, debit: 'back', notices: ['paymentReturned'] }
const AGAIN: Expected = { ...OWED, fee: true, again: true }
const NEW_ACCOUNT: Expected = {
  ...OWED,
  state: [204, 'hardReturn'],
  homeFlag: 6,
  next: ['suspended', 'usableAccount'],
  notices: ['bankRepairNeeded', 'paymentReturned'],
}
const AUTHORIZATION_ENDED: Expected = {
  ...OWED,
  next: ['revoked', 'authorized', 'permissionEnded'],
  notices: ['authorizationEnded', 'paymentReturned'],
  authorization: false,
}
const DENIED: Expected = {
  ...AUTHORIZATION_ENDED,
  state: [204, 'miscellaneous'],
  next: ['suspended', ...AUTHORIZATION_ENDED.next],
}
const DEATH: Expected = { ...OWED, state: [204, 'noFuturePayment'], next: ['suspended', 'usableAccount'] }

const EXPECTED = {
  R01: AGAIN,
  R02: NEW_ACCOUNT,
  R03: NEW_ACCOUNT,
  R04: NEW_ACCOUNT,
  R05: DENIED,
  R06: OWED,
  R07: AUTHORIZATION_ENDED,
  R08: OWED,
  R09: AGAIN,
  R10: DENIED,
  R11: { ...OWED, next: ['permissionEnded'], notices: ['authorizationEnded', 'paymentReturned'] },
  R12: NEW_ACCOUNT,
  R13: NEW_ACCOUNT,
  R14: DEATH,
  R15: DEATH,
  R16: { ...OWED, state: [204, 'miscellaneous'], next: ['suspended', 'usableAccount'] },
  R17: { ...OWED, next: ['usableAccount'] },
  R20: NEW_ACCOUNT,
  // No code of a debit: it waits for a person, and so do the loan's debits.
  R23: { ...UNCHANGED, next: ['bankEntryOpen'] },
  R24: OWED,
  R28: NEW_ACCOUNT,
  R29: DENIED,
  R31: OWED,
  R51: DENIED,
  R61: UNCHANGED,
  R62: UNCHANGED,
  R63: UNCHANGED,
  R64: UNCHANGED,
  R65: UNCHANGED,
  R66: UNCHANGED,
  R67: UNCHANGED,
  R68: UNCHANGED,
  R69: UNCHANGED,
  R70: UNCHANGED,
  R71: UNCHANGED,
  R72: UNCHANGED,
  R73: UNCHANGED,
  R74: UNCHANGED,
  R75: UNCHANGED,
  R76: UNCHANGED,
  R77: UNCHANGED,
} as const satisfies Record<ReturnCode, Expected>

let api: TestApi
const loans = new Map<ReturnCode, SignedLoan>()

const loanOf = (code: ReturnCode): SignedLoan => {
  const loan = loans.get(code)
  if (loan === undefined) throw new Error('each code has a loan of its own')
  return loan
}

/** All rules that deny the second payment in the batch of its day. */
async function ineligibleBy(loan: SignedLoan): Promise<string[]> {
  const { db } = api.database
  const row = await findLoan(db, loan)
  if (row === undefined) throw new Error('the loan is there')
  const window = { after: localDate(2026, 3, 16), upTo: localDate(2026, 3, 27) }
  const [of] = await loadDebitLoans(api.deps, db, { portfolioId: 118, loans: [row] }, window)
  if (of === undefined) throw new Error('the loan is funded')
  // A loan that rests plans nothing, so the check runs on what it would plan.
  const running = {
    ...of,
    loan: { ...of.loan, status: LoanStatus.processing, subStatus: null } as typeof of.loan,
  }
  const hours = hoursOf(moneyDays(api).data(), api.deps.calendar)
  const at = { hours, now: api.clock.now() }
  const planned = plannedDebits(running, () => window.upTo, at).find(({ item }) => item === 'installment/2')
  if (planned === undefined) throw new Error('the second payment is due')
  const debit = { ...planned, of }
  const notices = await findDebitNotices(db, 118, [debit])
  const answer = checkPlannedDebit(debit, notices, { hours, now: api.clock.now(), when: 'send' })
  if (!answer.allowed) expect(answer.rule).toBe(answer.trace.find(({ ineligible }) => ineligible)?.rule)
  // That it was not announced follows from the loan's rest.
  return answer.trace.flatMap(({ rule, ineligible }) =>
    ineligible && !rule.endsWith('Notice') ? [rule] : [],
  )
}

beforeAll(async () => {
  api = await startTestApi()
  const days = moneyDays(api)
  const funded = await days.fund(RETURN_CODES.length)
  RETURN_CODES.forEach((code, index) => {
    const loan = funded[index]
    if (loan !== undefined) loans.set(code, loan)
  })
  await days.collect(PAYDAYS[0])
  const news = await Promise.all(
    RETURN_CODES.map(async (code) => {
      const [transaction] = await debitsOf(api, loanOf(code))
      if (transaction === undefined) throw new Error('the first payment was sent')
      return { code, transaction }
    }),
  )
  await days.bankSays('2026-03-16', news)
  await days.announce(PAYDAYS[1][0])
  await days.batch(PAYDAYS[1][1])
}, 300_000)
afterAll(() => api.close())

describe.each(RETURN_CODES)('%s', (code) => {
  const expected: Expected = EXPECTED[code]
  const rule = returnRule(code)

  test(`${rule.meaning}: status ${expected.state.join(' ')} and home flag ${expected.homeFlag} (domain.md §2; ${rule.source})`, async () => {
    const loan = loanOf(code)
    const row = await findLoan(api.database.db, loan)
    expect([row?.status, row?.subStatus]).toEqual(expected.state)
    const owner = { portfolioId: 118, openId: loan.client.openId }
    expect(await readHomeFlag(api.database.db, owner, api.clock.now())).toBe(expected.homeFlag)
  })

  test('the transaction, its fee and the ledger, which says what a computation from scratch says (domain.md §9)', async () => {
    const loan = loanOf(code)
    const [first] = await debitsOf(api, loan)
    const back = { status: TransactionStatus.rejected, returnCode: code }
    const stands = { status: TransactionStatus.notChecked, returnCode: null }
    expect(first).toMatchObject(expected.debit === 'back' ? back : stands)
    const entries = await listAccountEntries(api.database.db, loan)
    const fees = entries.map(({ kind, amount, cause }) => [kind, amount, cause])
    expect(fees).toEqual(expected.fee ? [['fee', 1_500n, `return of ${first?.transactionNo}`]] : [])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('the next batch, and the cited rule (domain.md §9)', async () => {
    const loan = loanOf(code)
    const decisions = await listEligibilityDecisions(api.database.db, loan)
    const last = decisions.filter(({ facts }) => facts['item'] === 'installment/2').at(-1)
    const debits = await debitsOf(api, loan)
    const second = debits.find(
      ({ installmentNumber, purpose }) => installmentNumber === 2 && purpose === 'installment',
    )
    if (expected.next.length === 0) {
      expect(last).toMatchObject({ allowed: true, rule: 'allRulesHold' })
      expect(second?.status).toBe(TransactionStatus.onBatch)
    } else {
      expect(second?.status ?? TransactionStatus.none).toBe(TransactionStatus.none)
      // Of a loan that rests nothing is due, so the batch does not ask.
      if (expected.state[0] === 203) expect(last).toMatchObject({ allowed: false, rule: expected.next[0] })
      expect(await ineligibleBy(loan)).toEqual(expected.next)
    }
    const again = debits.find(({ purpose }) => purpose === 'representment')
    expect(again !== undefined).toBe(expected.again)
    if (again === undefined) return
    expect(again).toMatchObject({
      originalTransactionNo: debits[0]?.transactionNo,
      attempt: 2,
      // It waits until the payment of that batch is checked.
      status: TransactionStatus.none,
      installmentNumber: 1,
      instructionKey: `representment/${debits[0]?.transactionNo}/2`,
    })
  })

  test('each notice to the borrower, once, and whether the authorization still holds (domain.md §11)', async () => {
    const loan = loanOf(code)
    const about = [
      'paymentReturned',
      'bankRepairNeeded',
      'authorizationEnded',
      'rightsNotice',
      'loanReopened',
    ]
    const told = (await noticesOf(api, loan)).filter((kind) => about.includes(kind))
    expect(told).toEqual(expected.notices)
    const authorizations = await listDebitAuthorizations(api.database.db, loan)
    expect(authorizations.some(({ revokedAt }) => revokedAt === null)).toBe(expected.authorization)
    expect(authorizations.map(({ revokedFor }) => revokedFor)).toEqual([expected.authorization ? null : code])
  })

  test('what the bank said is kept', async () => {
    const [entry, ...more] = await listInboxEntries(api.database.db, loanOf(code))
    expect(more).toEqual([])
    const kind = /^R[67]/.test(code) ? STORED_NAMES.inboxEntryKind.dishonored : 'return'
    expect(entry).toMatchObject({ kind, code, applied: code === 'R23' ? 'refused' : 'applied' })
  })
})
