import { CALLS } from '@dolphin/contract/registry'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { longDate } from '@dolphin/domain/documents/long-date'
import { type Cents, parseMoney, sum } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { openLiveDocument } from './documents-of-the-day.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const { ach, wire } = PaymentMode
/** Two days after the money arrived; the first of ten payments is due on Friday, 2026-03-13. */
const MORNING = '2026-03-05T09:00:00-05:00'

async function funded(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await liveOn(api, MORNING)
  return loan
}

const payOff = ({ client, loanNo }: SignedLoan, date: string, paymentMode: PaymentMode = ach) =>
  client.ask(CALLS.payOff, { body: { loanNo, mode: 1, paymentMode, date } })
const payExtra = ({ client, loanNo }: SignedLoan, date: string) =>
  client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode: 1, paymentMode: ach, date, amount: '50.00' },
  })

const centsOf = (amount: string): Cents => {
  const found = parseMoney(amount)
  if (found === undefined) throw new Error('an amount of the wire')
  return found
}
const dayOf = (text: string) => {
  const found = parseLocalDate(text)
  if (found === undefined) throw new Error('a day of the wire')
  return found
}
const totalOf = (rows: readonly { readonly amount: string }[]): Cents =>
  sum(rows.map(({ amount }) => centsOf(amount)))

const statementOf = async ({ client, loanNo }: SignedLoan): Promise<string> => {
  const document = await openLiveDocument(api.deps, client, `account-statement.${loanNo}`)
  return readPdfText(document?.bytes ?? new Uint8Array()).join(' ')
}

/** Of the newest mail of that kind, its plain text. */
async function mailOf({ email }: SignedLoan, kind: string): Promise<string> {
  const mails = (await api.mailsTo(email)).filter((mail) => mail.kind === kind)
  const newest = mails.toSorted((left, right) => right.sentAt.getTime() - left.sentAt.getTime())[0]
  return newest?.content.text ?? ''
}

/** The next payment and what is past due, after all places that show them were found to say the same. */
async function shownBy(loan: SignedLoan) {
  const { client, loanNo } = loan
  const page = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  const { loans } = await client.ask(CALLS.listRepaymentLoan, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  const { nextPayment: next, nextDueAmount, nextDueDate, pastDueAmount, pastDueParts, changes } = page
  expect(row).toMatchObject({
    nextPayment: next,
    nextDueAmount,
    nextDueDate,
    pastDueAmount,
    pastDueParts,
    changes,
  })
  expect(totalOf(pastDueParts)).toBe(centsOf(pastDueAmount))
  const statement = await statementOf(loan)
  if (pastDueParts.length === 0) expect(statement).not.toContain('Past due')
  else expect(statement).toContain(formatCurrency(centsOf(pastDueAmount)))
  if (next === null) throw new Error('a payment is to come')
  expect({ date: nextDueDate, total: nextDueAmount }).toEqual({ date: next.date, total: next.total })
  expect(totalOf(next.parts)).toBe(centsOf(next.total))
  // The calendar and the sentence over it are made of the timeline
  const ahead = page.timeline.filter(
    ({ phase, direction }) => direction === 'in' && (phase === 'scheduled' || phase === 'sent'),
  )
  expect(ahead[0]?.date).toBe(next.date)
  expect(totalOf(ahead.filter(({ date }) => date === next.date))).toBe(centsOf(next.total))
  expect(statement).toContain(`${formatCurrency(centsOf(next.total))} on ${longDate(dayOf(next.date))}`)
  return { ...page, next }
}

type Shown = Awaited<ReturnType<typeof shownBy>>

const nextLine = ({ next: { date, total, parts } }: Shown): string => {
  const amounts = parts.map(({ amount }) => formatCurrency(centsOf(amount))).join(' + ')
  const ofParts = parts.length > 1 ? ` (${amounts})` : ''
  return `Your next payment: ${formatCurrency(centsOf(total))} on ${dayIn(dayOf(date), 'en')}${ofParts}.`
}

describe('home, loan page, calendar, mail and statement show one next payment (domain.md §14)', () => {
  test('an installment; the mail that announces it and the one that received it say the same', async () => {
    const loan = await funded()
    const shown = await shownBy(loan)
    expect(shown.next).toMatchObject({
      date: '2026-03-13',
      total: '78.61',
      sentBy: 'us',
      accountMasked: shown.account?.accountMasked,
      changeableUntil: '2026-03-11T17:00:00-04:00',
      parts: [{ purpose: 'installment', installmentNo: 1, amount: '78.61' }],
    })
    await days.announce(PAYDAYS[0][0])
    const told = await mailOf(loan, 'paymentUpcoming')
    expect(told).toContain('$78.61')
    expect(told).toContain('Fri, Mar 13, 2026')
    expect(told).toContain('Wed, Mar 11, 2026')
    await days.batch(PAYDAYS[0][1])
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    expect((await shownBy(loan)).next).toMatchObject({ date: '2026-03-13', changeableUntil: null })
    await days.settle(PAYDAYS[0][2])
    await liveOn(api, '2026-03-13T09:00:00-04:00')
    const after = await shownBy(loan)
    expect(after.next).toMatchObject({ date: '2026-03-27', total: '78.61' })
    expect(await mailOf(loan, 'paymentReceived')).toContain(nextLine(after))
  })

  test('a payoff of tomorrow is the next payment, not "nothing due"; what it holds up is refused with the day', async () => {
    const loan = await funded()
    await payOff(loan, '2026-03-06')
    const shown = await shownBy(loan)
    expect(shown.next).toMatchObject({
      date: '2026-03-06',
      total: '507.12',
      sentBy: 'us',
      changeableUntil: '2026-03-05T16:30:00-05:00',
      parts: [{ purpose: 'payOff', installmentNo: null, amount: '507.12' }],
    })
    expect(await mailOf(loan, 'changeConfirmed')).toContain(nextLine(shown))
    const held = shown.changes.filter(({ allowed }) => !allowed)
    expect(held.map(({ changeTypeCode }) => changeTypeCode)).toEqual(
      expect.arrayContaining([ChangeType.payOff, ChangeType.payDown]),
    )
    for (const { reason } of held) expect(reason).toMatch(/^A change is open\./)
  })

  test('an extra payment of tomorrow comes first, and the installment after it', async () => {
    const loan = await funded()
    await payExtra(loan, '2026-03-06')
    const shown = await shownBy(loan)
    expect(shown.next).toMatchObject({
      date: '2026-03-06',
      total: '50.00',
      parts: [{ purpose: 'payDown', amount: '50.00' }],
    })
    expect(await mailOf(loan, 'changeConfirmed')).toContain(nextLine(shown))
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await liveOn(api, '2026-03-06T09:00:00-05:00')
    const after = await shownBy(loan)
    expect(after.next).toMatchObject({ date: '2026-03-13', parts: [{ purpose: 'installment' }] })
    expect(await mailOf(loan, 'paymentReceived')).toContain(nextLine(after))
  })

  test('an extra payment on the day of an installment: one total with its two parts, told part by part', async () => {
    const loan = await funded()
    await days.announce(PAYDAYS[0][0])
    await liveOn(api, '2026-03-09T10:00:00-04:00')
    await payExtra(loan, '2026-03-13')
    const shown = await shownBy(loan)
    expect(shown.next).toMatchObject({
      date: '2026-03-13',
      total: '128.61',
      parts: [
        { purpose: 'installment', installmentNo: 1, amount: '78.61' },
        { purpose: 'payDown', installmentNo: null, amount: '50.00' },
      ],
    })
    const line = nextLine(shown)
    expect(line).toBe('Your next payment: $128.61 on Fri, Mar 13, 2026 ($78.61 + $50.00).')
    expect(await mailOf(loan, 'changeConfirmed')).toContain(line)
    expect(await mailOf(loan, 'paymentUpcoming')).toContain('$78.61')
  })

  test('a payoff by wire is expected: the borrower sends it, the installments stay', async () => {
    const loan = await funded()
    await payOff(loan, '2026-03-06', wire)
    const shown = await shownBy(loan)
    expect(shown.next).toMatchObject({
      date: '2026-03-06',
      total: '507.12',
      sentBy: 'borrower',
      accountMasked: null,
      changeableUntil: '2026-03-06T17:00:00-05:00',
      parts: [{ purpose: 'payOff', installmentNo: null, sentBy: 'borrower' }],
    })
    expect(shown.timeline.map(({ date }) => date)).toContain('2026-03-13')
    expect(await mailOf(loan, 'changeConfirmed')).toContain(nextLine(shown))
    await liveOn(api, '2026-03-07T09:00:00-05:00')
    expect((await shownBy(loan)).next.date).toBe('2026-03-13')
  })

  test('a retry beside an installment: all of the first day; what came back is past due', async () => {
    const loan = await funded()
    await days.collect(PAYDAYS[0])
    const [first] = await debitsOf(api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await liveOn(api, '2026-03-16T13:00:00-04:00')
    const shown = await shownBy(loan)
    expect(shown.next.date).toBe('2026-03-27')
    expect(shown.next.parts).toContainEqual(
      expect.objectContaining({ purpose: 'installment', installmentNo: 2, amount: '78.61' }),
    )
    expect(shown.pastDueParts).toEqual([{ installmentNo: 1, dueDate: '2026-03-13', amount: '78.61' }])
  })

  test('two payments behind: the past-due total counts both', async () => {
    const loan = await funded()
    await days.collect(PAYDAYS[0])
    const [first] = await debitsOf(api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R02' }])
    await liveOn(api, '2026-03-30T10:00:00-04:00')
    const shown = await shownBy(loan)
    expect(shown).toMatchObject({
      pastDueAmount: '157.22',
      pastDueParts: [
        { installmentNo: 1, dueDate: '2026-03-13', amount: '78.61' },
        { installmentNo: 2, dueDate: '2026-03-27', amount: '78.61' },
      ],
      next: { date: '2026-04-10', sentBy: 'borrower' },
    })
  })
})
