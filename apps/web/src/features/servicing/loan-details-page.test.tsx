import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { until } from '../../testing/render.tsx'
import { aRepaymentLoan } from '../../testing/sample-home.ts'
import { aChange, aLiveLoan, aPreview } from '../../testing/sample-repayment.ts'
import { changeText } from './change-messages.ts'
import { loanStatusText } from './loan-status-messages.ts'
import { linkText } from '../verification/messages.ts'
import { repaymentText } from './messages.ts'
import { servicingText } from './receipt-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { button, open, press, says } from '../../testing/loan-page.tsx'

signedInForEachTest()

describe('the loan whole', () => {
  test('figures, the table of the picture to the cent, and why a payment came back', async () => {
    const { page } = await open('')
    await says(page, repaymentText('timelineTitle'))
    for (const figure of ['$503.56', '$500.00', '$288.51']) expect(page.textContent).toContain(figure)
    expect(page.textContent).toContain('There was not enough money in your account.')
    expect(page.textContent).toContain(repaymentText('automaticOn', { account: '••6789' }))
    const tables = [...page.querySelectorAll('table')].map(({ caption }) => caption?.textContent)
    expect(tables).toEqual([repaymentText('calendarTitle'), repaymentText('chartHeading')])
  })

  test('in bankruptcy: what was made and what came back, no figure to pay, and nothing to choose', async () => {
    const state = { loanStatus: LoanStatus.suspended, subStatus: 'bankruptcy' } as const
    const { page } = await open('', {
      listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan({ ...state, leftToPay: '0.00' })] } },
      paymentDetail: {
        data: aLiveLoan({ ...state, nextPayment: null, nextDueDate: null, daysOverdue: 0, pastDueParts: [] }),
      },
    })
    await says(page, repaymentText('timelineTitle'))
    for (const label of ['payoffToday', 'groupPay', 'groupHelp', 'tabCalendar', 'notNow'] as const)
      expect(page.textContent).not.toContain(repaymentText(label, { number: 0 }).slice(0, 12))
    expect(page.textContent).not.toMatch(/You still owe|\$503\.56|\$577/)
    // It came back, and nothing says that it was paid another way.
    expect(page.textContent).toContain(repaymentText('listReturned'))
    expect(page.textContent).not.toContain(repaymentText('listCovered'))
  })

  test.each(['help', 'authorization', 'pay-off', 'extra-payment'] as const)(
    'in bankruptcy the address of %s says why, and names no payment',
    async (act) => {
      const state = { loanStatus: LoanStatus.suspended, subStatus: 'bankruptcy' } as const
      const { page } = await open(`?loanNo=118-0000017&change=${act}`, {
        listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan(state)] } },
        paymentDetail: { data: aLiveLoan(state) },
      })
      await says(page, loanStatusText('bankruptcy'))
      expect(page.textContent).not.toMatch(/\$\d/)
    },
  )

  test.each(['', '&step=review'])(
    'in bankruptcy autopay is turned off without a word of payments or other help (%s)',
    async (step) => {
      const state = { loanStatus: LoanStatus.suspended, subStatus: 'bankruptcy' } as const
      const { oldSchedule } = aPreview()
      const same = aPreview({
        changeTypeCode: ChangeType.revokeFutureAch,
        newSchedule: oldSchedule,
        remarks: [],
      })
      const { page } = await open(`?loanNo=118-0000017&change=stop-automatic${step}`, {
        listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan(state)] } },
        paymentDetail: { data: aLiveLoan({ ...state, daysOverdue: 3 }) },
        requestChange: { data: { ...same, paymentMode: PaymentMode.moneyOrder, payment: null, quote: null } },
      })
      await says(page, changeText(step === '' ? 'stopLead' : 'confirmStop'))
      const asking = ['stopHelp', 'stopOwed', 'stopWays', 'whereTitle', 'figureSame', 'pairSame'] as const
      for (const words of asking) expect(page.textContent).not.toContain(changeText(words))
      expect(page.textContent).not.toContain(servicingText('overdueHelp'))
      expect(page.textContent).not.toMatch(/\$\d/)
    },
  )

  test('a bank link that ended is said with the way to a new one', async () => {
    const { page, sent } = await open('', {
      paymentDetail: { data: aLiveLoan({ linkBankAgain: true }) },
      createRequestCode: {
        status: 503,
        code: RESPONSE_CODES.verificationProviderUnavailable.code,
        message: 'Try again.',
      },
    })
    await says(page, linkText('againTitle'))
    await press(page, linkText('againAct'))
    await until(() => sent.some(({ name }) => name === 'createRequestCode'))
    expect(sent.find(({ name }) => name === 'createRequestCode')?.body).toMatchObject({ purpose: 'IBV' })
  })

  test('earlier payments are read when they are asked for, and the reader goes on at the first of them', async () => {
    const [back] = aLiveLoan().timeline
    if (back === undefined) throw new Error('the sample loan has a payment that came back')
    const timeline = Array.from({ length: 36 }, (_, index) => ({
      ...back,
      transactionNo: `T-${100 + index}`,
      amount: `${100 + index}.00`,
    }))
    const newest = aLiveLoan({ timeline: timeline.slice(6), earlierTransactions: 6 })
    const answers = [newest, aLiveLoan({ timeline })]
    const { page, sent } = await open('', { paymentDetail: () => ({ data: answers.shift() ?? newest }) })
    const label = repaymentText('timelineEarlier', { number: 6 })
    await until(() => button(page, label) !== undefined)
    expect(page.textContent).not.toContain('$105.00')
    await press(page, label)
    await until(() => button(page, label) === undefined)
    expect(sent.findLast(({ name }) => name === 'paymentDetail')?.query).toMatchObject({ history: 'all' })
    expect(document.activeElement?.tagName).toBe('LI')
    expect(document.activeElement?.textContent).toContain('$100.00')
  })

  test('what may not be asked for now stands in one folded place, with why, and is no link', async () => {
    const changes = [{ changeTypeCode: ChangeType.payOff, allowed: false, reason: 'A change is open.' }]
    const { page } = await open('', { paymentDetail: { data: aLiveLoan({ changes }) } })
    await says(page, 'A change is open.')
    const folded = [...page.querySelectorAll('details')].find(({ textContent }) =>
      textContent.includes('A change is open.'),
    )
    expect(folded?.open).toBe(false)
    expect(folded?.textContent).toContain(repaymentText('actPayOff'))
    expect(page.querySelector('a[href*="change=pay-off&"], a[href$="change=pay-off"]')).toBeNull()
    // Hardship assistance is never refused for another change
    expect(page.querySelector('a[href$="change=help"]')).not.toBeNull()
  })

  test.each([
    [true, 'stop-automatic', 'authorization'],
    [false, 'authorization', 'stop-automatic'],
  ])('autopay on: %s. Only the way to the other is offered', async (on, offered, not) => {
    const automatic = { on, reason: on ? null : 'You chose another way to pay.' }
    const { page } = await open('', { paymentDetail: { data: aLiveLoan({ automatic }) } })
    await until(() => page.querySelector(`a[href$="change=${offered}"]`) !== null)
    expect(page.querySelector(`a[href$="change=${not}"]`)).toBeNull()
    expect(page.textContent.includes(repaymentText('automaticOff'))).toBe(!on)
  })

  test('a loan that is behind can be paid at once from its page', async () => {
    const late = { daysOverdue: 1, pastDueAmount: '288.51' }
    const { page } = await open('', { paymentDetail: { data: aLiveLoan(late) } })
    await until(() => page.querySelector('a[href*="step=review"]') !== null)
    expect(page.querySelector('a[href*="step=review"]')?.textContent).toBe('Pay $288.51 now')
    expect(page.textContent).toContain('$288.51 is 1 day past due.')
  })

  test('a change that the lender sent: what it is, until when, and the way to sign it', async () => {
    const change = aChange({ status: 'toSign', cancelable: false })
    const { page, sent } = await open('', {
      paymentDetail: { data: aLiveLoan({ changeToSign: change }) },
      createRequestCode: { data: { url: '/signature/link-2' } },
    })
    await says(page, servicingText('toSignTitle', { change: change.text }))
    await press(page, servicingText('toSignAct'))
    await until(() => location.pathname === '/signature/link-2')
    expect(sent.find(({ name }) => name === 'createRequestCode')?.body).toEqual({
      loanNo: change.loanNo,
      purpose: 'signature',
    })
  })

  test('an open change can be undone until its cut-off, after a question', async () => {
    const change = aChange()
    const { page, sent } = await open('', {
      paymentDetail: { data: aLiveLoan({ openChange: change }) },
      cancelChange: { data: { ...change, status: 'cancelled', cancelable: false } },
    })
    await says(page, 'Undo this change')
    await press(page, 'Undo this change')
    expect(sent.some(({ name }) => name === 'cancelChange')).toBe(false)
    await press(page, 'Yes, undo it')
    await says(page, 'Undone.')
    expect(sent.filter(({ name }) => name === 'cancelChange')).toHaveLength(1)
  })

  test('without a loan there is nothing to owe', async () => {
    const { page } = await open('', { listRepaymentLoan: { data: { homeFlag: 1, loans: [] } } })
    await says(page, repaymentText('noLoanTitle'))
  })
})
