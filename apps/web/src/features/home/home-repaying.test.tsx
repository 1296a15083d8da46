import { HomeFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { describe, expect, test } from 'vitest'
import { until } from '../../testing/render.tsx'
import { aChange } from '../../testing/sample-repayment.ts'
import { aRepaymentLoan } from '../../testing/sample-home.ts'
import { loanStatusView } from '../servicing/loan-status-view.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { repaymentHomeText } from './repayment-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { button, forwards, linkTo, openHome, rowTo } from '../../testing/open-home.tsx'

type RepaymentLoan = ReturnType<typeof aRepaymentLoan>

signedInForEachTest()

const PATH = '/repayment/loan-details?loanNo=118-0000017'
const openLoan = (overrides: Partial<RepaymentLoan> = {}) =>
  openHome(HomeFlag.repaymentLoan, [], { funded: aRepaymentLoan(overrides) })
const next = (overrides: Partial<NonNullable<RepaymentLoan['nextPayment']>> = {}) => {
  const { nextPayment } = aRepaymentLoan()
  if (nextPayment === null) throw new Error('the sample loan has a next payment')
  return { ...nextPayment, changeableUntil: '2099-03-18T17:00:00-04:00', ...overrides }
}

describe('5 in repayment: one card says how much, when, from where, and whether something is to be done', () => {
  test('autopay on: nothing to do, so no forward button; until when it can be changed', async () => {
    const { page } = await openLoan({ nextPayment: next() })
    for (const words of ['$288.51', 'Fri, Mar 20, 2026', 'Taken from Sample Bank ••6789.', 'Autopay is on'])
      expect(page.textContent).toContain(words)
    expect(page.textContent).toContain('You can change this payment until')
    expect(forwards(page)).toEqual([])
    expect(linkTo(page, repaymentHomeText('payExtra'))).toBe(`${PATH}&change=extra-payment`)
    expect(linkTo(page, repaymentHomeText('changeIt'))).toBe(PATH)
    // Three taps with the look and the act (ux.md)
    expect(linkTo(page, repaymentHomeText('turnOff'))).toBe(`${PATH}&change=stop-automatic`)
    expect(linkTo(page, repaymentHomeText('turnOn'))).toBeUndefined()
  })

  test('a payment on its way is not said to be changeable', async () => {
    const { page } = await openLoan({ nextPayment: next({ changeableUntil: null }) })
    expect(page.textContent).toContain(repaymentHomeText('tooLate'))
  })

  test('how far it is, what is left of it, and what paying it off would save', async () => {
    const { page } = await openLoan()
    expect(page.querySelector('meter')?.getAttribute('value')).toBe('0')
    for (const words of ['0 of 2 payments made', '$577.02', '$503.56', 'You would save $73.46'])
      expect(page.textContent).toContain(words)
    expect(linkTo(page, repaymentHomeText('payOff'))).toBe(`${PATH}&change=pay-off`)
    expect(rowTo(page, `${PATH}&change=help`)).toContain(repaymentHomeText('help'))
  })

  test('a payoff of tomorrow: all that is taken that day, and the modification with its way back', async () => {
    const part = {
      installmentNo: null,
      sentBy: 'us',
      reason: null,
      changeableUntil: '2026-03-12T17:00:00-04:00',
    } as const
    const reason = 'A change is open. Undo it, or choose this again on Tue, Mar 17, 2026.'
    const { page } = await openLoan({
      openChange: aChange({ changeTypeCode: 101, text: 'Pay off' }),
      nextPayment: next({
        date: '2026-03-13',
        total: '507.12',
        parts: [
          { ...part, purpose: 'payOff', amount: '457.12' },
          { ...part, purpose: 'payDown', amount: '50.00' },
        ],
      }),
      changes: [101, 103].map((changeTypeCode) => ({
        changeTypeCode: changeTypeCode as 101 | 103,
        allowed: false,
        reason,
      })),
    })
    expect(page.textContent).toContain('$457.12 + $50.00')
    expect(page.textContent.split(reason)).toHaveLength(2)
    expect(linkTo(page, repaymentHomeText('payOff'))).toBeUndefined()
    expect(page.textContent).toContain(servicingText('openTitle', { change: 'Pay off' }))
    expect(button(page, servicingText('undo'))).toBeDefined()
    // Hardship assistance is there also during a payoff
    expect(rowTo(page, `${PATH}&change=help`)).not.toBe('')
  })

  test('autopay off: what to send, by when, where, and only the way to turn it on', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: 'You chose another way to pay.' },
      nextPayment: next({ date: '2099-03-20', sentBy: 'borrower', accountMasked: null }),
    })
    await until(() => page.textContent.includes(repaymentHomeText('waysTitle')))
    expect(page.textContent).toContain(repaymentHomeText('autopayOff'))
    expect(page.textContent).toContain(repaymentHomeText('youSend'))
    for (const words of [
      '(302) 555-0118',
      'Mail it by Fri, Mar 13, 2099. Write loan 118-0000017',
      '1 Sample Row',
    ])
      expect(page.textContent).toContain(words)
    expect(forwards(page)).toEqual(['Pay $288.51 once'])
    expect(linkTo(page, 'Pay $288.51 once')).toBe(
      `${PATH}&change=extra-payment&amount=288.51&effect=due&pay=15000`,
    )
    expect(linkTo(page, repaymentHomeText('turnOn'))).toBe(`${PATH}&change=authorization`)
    expect(page.querySelector('a[href$="change=stop-automatic"]')).toBeNull()
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOn'))
  })

  test('a letter that would come too late is not proposed', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: null },
      nextPayment: next({ date: '2020-03-20', sentBy: 'borrower', accountMasked: null }),
    })
    await until(() => page.textContent.includes(repaymentHomeText('waysTitle')))
    expect(page.textContent).not.toContain(repaymentHomeText('byMail'))
  })

  test('a held payment: its true reason, and it is not said to be taken', async () => {
    const reason = 'Two payments came back, so we may not try again by ourselves.'
    const { page } = await openLoan({ automatic: { on: false, reason }, nextPayment: next() })
    await until(() => page.textContent.includes(reason))
    expect(page.textContent).toContain(repaymentHomeText('onHold'))
    expect(page.textContent).not.toContain(repaymentHomeText('nothingToDo'))
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOff'))
  })

  test('a payment that was confirmed once is taken, whatever holds the agreed ones', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: 'Held.' },
      nextPayment: next({
        parts: [
          {
            purpose: 'payNow',
            installmentNo: null,
            amount: '288.51',
            sentBy: 'us',
            reason: null,
            changeableUntil: null,
          },
        ],
      }),
    })
    expect(page.textContent).toContain('Taken from Sample Bank ••6789.')
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOn'))
  })

  const late: Partial<RepaymentLoan> = {
    daysOverdue: 6,
    pastDueAmount: '288.51',
    pastDueParts: [{ installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' }],
  }

  test('past due: paying it now is first, on the earliest day, straight to its review; help beside it', async () => {
    const { page } = await openLoan(late)
    const label = repaymentHomeText('payNow', { amount: '$288.51' })
    await until(() => linkTo(page, label)?.includes('step=review') ?? false)
    expect(forwards(page)).toEqual([label])
    expect(linkTo(page, label)).toBe(
      `${PATH}&change=extra-payment&amount=288.51&effect=due&pay=15000&date=2026-03-16&step=review`,
    )
    expect(page.textContent).toContain('Leaves Sample Bank ••6789 on Mon, Mar 16, 2026. No extra fee.')
    expect(page.textContent).toContain('6 days past due')
    expect(page.textContent).toContain('Payment 1 of 2')
    expect(linkTo(page, repaymentHomeText('cannotPay'))).toBe(`${PATH}&change=help`)
  })

  test('several missed payments are one total, and as much as the whole debt is a payoff', async () => {
    const { page } = await openLoan({
      ...late,
      pastDueAmount: '577.02',
      pastDueParts: [
        { installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' },
        { installmentNo: 2, dueDate: '2026-04-03', amount: '288.51' },
      ],
    })
    const label = repaymentHomeText('payNow', { amount: '$577.02' })
    await until(() => linkTo(page, label)?.includes('step=review') ?? false)
    expect(linkTo(page, label)).toBe(`${PATH}&change=pay-off&pay=15000&date=2026-03-16&step=review`)
    expect(page.textContent).toContain(repaymentHomeText('pastDueTotal', { number: 2 }))
  })

  test('a payment for it is on its way: it is not asked for twice', async () => {
    const reason = 'A change is open. Undo it, or choose this again on Tue, Mar 17, 2026.'
    const { page } = await openLoan({
      ...late,
      changes: [{ changeTypeCode: 103, allowed: false, reason }],
      openChange: aChange(),
    })
    await until(() => page.textContent.includes(reason))
    expect(forwards(page)).toEqual([])
  })

  test('a suspended loan is not asked for money; who can help is named', async () => {
    const { page } = await openLoan({
      ...late,
      loanStatus: LoanStatus.suspended,
      subStatus: 'noFuturePayment',
    })
    expect(page.textContent).not.toContain('past due')
    expect(forwards(page)).toEqual([servicingText('call', { phone: '(302) 555-0118' })])
    expect(page.textContent).toContain(loanStatusText('noFuturePayment'))
  })

  test('in bankruptcy the home asks for nothing and leads to no payment', async () => {
    const bankrupt = await openLoan({
      loanStatus: LoanStatus.suspended,
      subStatus: 'bankruptcy',
      nextPayment: null,
      changes: [{ changeTypeCode: 101, allowed: false, reason: 'You are in bankruptcy.' }],
    })
    const links = [...bankrupt.page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    expect(links.filter((href) => /change=/.test(href))).toEqual([])
    expect(forwards(bankrupt.page)).toEqual([])
    for (const label of ['leftToPay', 'payoff'] as const)
      expect(bankrupt.page.textContent).not.toContain(repaymentHomeText(label))
  })

  test('on active duty nothing warns of days that were late before it', async () => {
    const { page } = await openLoan({
      ...late,
      loanStatus: LoanStatus.collecting,
      subStatus: 'notified',
      daysOverdue: 0,
    })
    expect(page.textContent).not.toContain(repaymentHomeText('pastDue', { days: 0 }))
  })

  test('on active duty payments go on, and the home says so', async () => {
    const serving = await openLoan({ loanStatus: LoanStatus.suspended, subStatus: 'activeDuty' })
    expect(serving.page.textContent).toContain(loanStatusText('activeDuty'))
    expect(serving.page.textContent).not.toContain('Payments are paused')
  })

  const STATES = [
    [LoanStatus.disbursed, null],
    [LoanStatus.processing, null],
    [LoanStatus.suspended, 'bankruptcy'],
    [LoanStatus.suspended, 'activeDuty'],
    [LoanStatus.collecting, 'notified'],
    [LoanStatus.collecting, 'accepted'],
    [LoanStatus.collecting, 'rePlanned'],
    [LoanStatus.collecting, 'rejected'],
  ] as const
  test.each(STATES)(
    '%i %s: how the loan stands is said, with at most one forward button',
    async (loanStatus, subStatus) => {
      const { page } = await openLoan({ loanStatus, subStatus })
      expect(page.textContent).toContain(loanStatusText(loanStatusView(loanStatus, subStatus).text))
      expect(forwards(page).length).toBeLessThanOrEqual(1)
    },
  )
})
