import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { servicingText } from './receipt-messages.ts'
import { settle, type, until } from '../../testing/render.tsx'
import { aChange, aChangeList, aLiveLoan, aPreview } from '../../testing/sample-repayment.ts'
import { changeText } from './change-messages.ts'
import { confirmText } from './confirm-text.ts'
import { repaymentText } from './messages.ts'
import { beginAct, openAct } from './open-act.ts'
import { open as openLoanPage } from '../../testing/loan-page.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'

/** The page of a loan whose server answers a preview to what is asked for. */
const open = (search: string, answers: Parameters<typeof openLoanPage>[1] = {}) =>
  openLoanPage(search, {
    requestChange: { data: aPreview() },
    payFixedAmount: { data: aPreview() },
    ...answers,
  })

const says = (page: HTMLElement, words: string) => until(() => page.textContent?.includes(words) ?? false)
const rowsOf = (page: HTMLElement, caption: string) =>
  [...page.querySelectorAll('table')]
    .filter((table) => table.caption?.textContent === caption)
    .flatMap((table) => [...table.querySelectorAll('tbody tr')])
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
const terms = (page: HTMLElement) =>
  Object.fromEntries(
    [...page.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
const REVIEW = '?change=extra-payment&amount=50.00&date=2026-03-16&effect=shorter&pay=15000&step=review'

signedInForEachTest()

describe('the payment calendar (ux.md): each debit with date, amount, account, status, and its change', () => {
  test('the table has every payment; the one that may be changed has its link', async () => {
    const { page } = await open('', {
      listChange: {
        data: {
          ...aChangeList(),
          choices: {
            ...aChangeList().choices,
            payroll: { ...aChangeList().choices?.payroll, nextPayday: '2020-01-03' },
            hardship: { ...aChangeList().choices?.hardship, installmentNo: 2 },
          },
        },
      },
    })
    await until(() => page.querySelector('table a[href$="change=help"]') !== null)
    const payments = rowsOf(page, repaymentText('calendarTitle')).filter((row) => row[2] !== '')
    expect(payments).toEqual([
      ['Fri, Mar 20, 2026', 'Payment 1', '$288.51', '••6789', 'Returned', ''],
      ['Fri, Apr 3, 2026', 'Payment 2', '$288.51', '••6789', 'Scheduled', 'Change this payment'],
    ])
    expect(page.textContent).toContain('1 payment left. Next: $288.51 on Fri, Mar 20, 2026.')
  })

  test('the way of the next payment stands open: its steps, when each is expected, what it means', async () => {
    const { page } = await open('')
    await says(page, repaymentText('timelineTitle'))
    const way = page.querySelector('details[open] ol')
    expect(way?.getAttribute('aria-label')).toBe('Steps of Payment 2')
    expect([...(way?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Expected Thu, Apr 2, 2026. Your bank has our request.'),
      expect.stringContaining('Expected Fri, Apr 3, 2026. The money left your account'),
    ])
  })

  test('a loan that is behind shows the way to help on its page and on every change (ux.md)', async () => {
    const late = { paymentDetail: { data: aLiveLoan({ daysOverdue: 4, pastDueAmount: '288.51' }) } }
    for (const search of ['', '?change=pay-off', REVIEW]) {
      const { page } = await open(search, late)
      await says(page, servicingText('overdueTitle'))
      expect(page.querySelector('a[href$="change=help"]'), search).not.toBeNull()
    }
  })
})

describe('help while a payment is on its way (domain.md §14)', () => {
  test('the page says what becomes of that payment if it goes through, and if not', async () => {
    const { choices } = aChangeList()
    const inFlight = [{ dueDate: '2026-03-13', amount: '78.61' }]
    const { page } = await open('?change=help', {
      listChange: {
        data: { ...aChangeList(), choices: { ...choices, hardship: { ...choices?.hardship, inFlight } } },
      },
    })
    await says(
      page,
      'Your payment of $78.61 on Fri, Mar 13, 2026 is already on its way and can’t be stopped. If it goes through, nothing more changes. If it is returned or not taken, your help covers it too',
    )
  })
})

describe('hardship assistance (borrower-journey.md "After signing")', () => {
  const costs = ({ body }: { body: unknown }) => {
    const { number, date } = body as { number: number; date?: string }
    if (number !== 1) return '4.00'
    return date === undefined ? '30.00' : '0.00'
  }

  test('the cheapest choice is first, each with its cost, and none is chosen beforehand', async () => {
    const { page } = await open('?change=help', {
      requestChange: (asked: { body: unknown }) => ({ data: aPreview({ costDifference: costs(asked) }) }),
    })
    await until(() => page.querySelector('input[name=help]') !== null)
    const choices = [...page.querySelectorAll<HTMLInputElement>('input[name=help]')]
    expect(choices.map(({ value }) => value)).toEqual(['day', 'longer', 'end'])
    expect(choices.some(({ checked }) => checked)).toBe(false)
    for (const words of [changeText('helpFree'), '$4.00', '$30.00']) expect(page.textContent).toContain(words)
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(page.textContent).toContain(changeText('helpMissing'))
  })

  test('is there during a payoff too', async () => {
    const { page } = await open('?change=help', {
      paymentDetail: { data: aLiveLoan({ openChange: aChange({ changeTypeCode: ChangeType.payOff }) }) },
    })
    await until(() => page.querySelector('input[name=help]') !== null)
    expect(page.textContent).not.toContain(changeText('notNowTitle'))
  })
})

describe('what if: the picture moves with the amount (ux.md)', () => {
  test.each(['extra-payment', 'fixed-amount'])('%s by slider, by buttons, typed', async (kind) => {
    const { page } = await open(`?change=${kind}`)
    await until(() => page.querySelector('svg[role=img]') !== null)
    expect(page.querySelector('input[type=range]')).not.toBeNull()
    expect(page.querySelector('#amount')).not.toBeNull()
    const figures = rowsOf(page, changeText('pairTitle'))
    expect(figures.map((row) => row.slice(1))).toEqual([
      ['$50.00', '$450.00', '$350.00'],
      ['$288.51', '$200.00', '$250.00'],
      ['$226.01', '$0.00', '$0.00'],
    ])
    const more = page.querySelector<HTMLButtonElement>(`button[aria-label="${changeText('more')}"]`)
    const before = page.querySelector<HTMLInputElement>('#amount')?.value
    await settle(() => more?.click())
    expect(page.querySelector<HTMLInputElement>('#amount')?.value).not.toBe(before)
  })
})

describe('the day of a payment, typed or from the calendar (ux.md "Dates")', () => {
  const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())
  const day = (page: HTMLElement) => page.querySelector<HTMLInputElement>('#date')!

  test.each(['extra-payment', 'pay-off'])(
    '%s: a day that is not on offer says why, and nothing is asked',
    async (kind) => {
      const { page, sent } = await open(`?change=${kind}`)
      await until(() => page.querySelector('#date') !== null)
      expect(day(page).value).toBe('03/16/2026')
      await type(day(page), '03/21/2099')
      const before = sent.length
      await submit(page)
      expect(page.querySelector('[role=alert] li')?.textContent).toBe(
        'Pick another day: banks are closed on weekends',
      )
      await type(day(page), '3/2')
      expect(page.querySelector('[role=alert] li')?.textContent).toBe('Choose a day')
      expect(day(page).value).toBe('3/2')
      expect(sent).toHaveLength(before)
    },
  )

  test('the calendar opens at the chosen day, and its day fills the field', async () => {
    const { page } = await open('?change=pay-off')
    await until(() => page.querySelector('#date') !== null)
    await settle(() => page.querySelector<HTMLButtonElement>('button[aria-expanded]')?.click())
    await until(() => page.querySelector('[role=grid]') !== null)
    expect(document.activeElement?.getAttribute('aria-label')).toContain('March 16, 2026')
  })
})

describe('confirming money (WCAG 3.3.4)', () => {
  test('the review says from, amount, date and what is left, and the button names the act', async () => {
    const { page } = await open(REVIEW)
    await says(page, changeText('pairOld'))
    expect(terms(page)).toMatchObject({
      From: 'Your account ••6789',
      Amount: '$50.00',
      Date: 'Mon, Mar 16, 2026',
      'Principal left after this': '$450.00',
    })
  })

  test.each([
    ['extra-payment', { single: true }, 'Pay $50.00 on Mon, Mar 16, 2026'],
    ['fixed-amount', { single: false }, 'Confirm: next payment $288.51 on Fri, Mar 20, 2026'],
    ['payday', { single: false }, 'Confirm: next payment $288.51 on Fri, Mar 20, 2026'],
    ['stop-automatic', { single: false }, 'Turn autopay off'],
    ['way-to-pay', { single: false }, 'Change how I pay'],
  ] as const)('%s %o: %s', (kind, { single, ...overrides }, words) => {
    const preview = aPreview(overrides)
    const newSchedule = preview.newSchedule.filter(({ source }) => single || source !== 'single')
    expect(confirmText(kind, { ...preview, newSchedule })).toBe(words)
  })

  test.each([
    [PaymentMode.wire, 'Confirm: I send $150.00 by Mon, Mar 16, 2026'],
    [PaymentMode.debitCard, 'Confirm: I call to pay $150.00 by Mon, Mar 16, 2026'],
  ] as const)(
    'a payoff by %i is expected, not confirmed: the review, its button, and the page after it',
    async (paymentMode, words) => {
      const { oldSchedule } = aPreview()
      const preview = aPreview({
        newSchedule: oldSchedule,
        totalAfter: aPreview().totalBefore,
        expected: { paymentMode, amount: '150.00', by: '2026-03-16' },
        payment: { amount: '150.00', date: '2026-03-16', sentBy: 'borrower' },
      })
      const search = `?change=pay-off&date=2026-03-16&pay=${paymentMode}&step=review`
      const { page } = await open(search, {
        payOff: { data: { ...preview, changeNo: 'C-1' } },
      })
      await says(page, changeText('pairSameTitle'))
      expect(terms(page)).toMatchObject({ Amount: '$150.00', Date: 'Mon, Mar 16, 2026' })
      expect(terms(page)['From']).toContain('You send it')
      expect(page.textContent).toContain(changeText('whereTitle'))
      const confirm = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)
      await settle(() => confirm?.click())
      await until(() => location.pathname === '/notification/103')
      expect(new URLSearchParams(location.search).get('expected')).toBe('1')
    },
  )

  test('with autopay off a single payment is taken from the account, and nothing says where to send money', async () => {
    const preview = aPreview()
    const newSchedule = preview.newSchedule.map((row) => ({
      ...row,
      sentBy: row.source === 'single' ? ('us' as const) : ('borrower' as const),
    }))
    const { page } = await open(REVIEW, {
      requestChange: { data: { ...preview, newSchedule, paymentMode: PaymentMode.moneyOrder } },
    })
    await says(page, changeText('reviewTitle'))
    expect(terms(page)['From']).toContain('6789')
    expect(page.textContent).not.toContain(changeText('whereTitle'))
  })

  test('a reload in the middle asks what became of it, and shows its receipt', async () => {
    beginAct('118-0000017', 'none')
    const { sent } = await open(REVIEW, { listChange: { data: aChangeList([aChange()]) } })
    await until(() => location.pathname === '/notification/103')
    expect(new URLSearchParams(location.search).get('changeNo')).toBe('C-1')
    expect(sent.some(({ name }) => name === 'requestChange')).toBe(false)
    expect(openAct('118-0000017')).toBeUndefined()
  })

  test('what was not heard of is remembered while the line is down, and the page says not to pay again', async () => {
    let asked = 0
    const { page } = await open(REVIEW, {
      requestChange: () => {
        asked += 1
        if (asked > 1) throw new TypeError('the line is down')
        return { data: aPreview() }
      },
      listChange: () => {
        if (asked > 1) throw new TypeError('the line is down')
        return { data: aChangeList() }
      },
    })
    await says(page, changeText('pairOld'))
    const pay = [...page.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.startsWith('Pay $'),
    )
    await settle(() => pay?.click())
    await says(page, changeText('checkingTitle'))
    expect(openAct('118-0000017')).toBe('none')
    expect(page.textContent).toContain(changeText('checkingOffline'))
  })

  test('stopping automatic payments needs no choice: one look, one act', async () => {
    const same = aPreview({ changeTypeCode: ChangeType.revokeFutureAch })
    const { page } = await open('?change=stop-automatic&step=review', { requestChange: { data: same } })
    await says(page, changeText('reviewTitle'))
    expect(page.querySelectorAll('input')).toHaveLength(0)
  })
})
