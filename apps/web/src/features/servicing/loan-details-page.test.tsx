import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { aRepaymentLoan } from '../../testing/sample-home.ts'
import { aChange, aChangeList, aLiveLoan, aPreview } from '../../testing/sample-repayment.ts'
import { changeText } from './change-messages.ts'
import LoanDetailsPage from './loan-details-page.tsx'
import { loanStatusText } from './loan-status-messages.ts'
import { markText } from '../agreements/mark-messages.ts'
import { linkText } from '../verification/messages.ts'
import { repaymentText } from './messages.ts'
import { servicingText } from './receipt-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'

type Answers = Parameters<typeof answerCalls>[0]

const person = { data: { name: { firstName: 'ann', middleName: '', lastName: 'example' } } }

async function open(search: string, answers: Answers = {}) {
  history.replaceState(null, '', `/repayment/loan-details${search}`)
  const sent = answerCalls({
    listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan()] } },
    paymentDetail: { data: aLiveLoan() },
    listChange: { data: aChangeList() },
    getHoliday: { data: [] },
    getPersonalInfo: person,
    ...answers,
  })
  const page = await render(
    <>
      <LoanDetailsPage />
      <AnnouncementsView />
    </>,
  )
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

const button = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find((one) => one.textContent?.startsWith(label))
const press = (page: HTMLElement, label: string) => settle(() => button(page, label)?.click())
const says = (page: HTMLElement, words: string) => until(() => page.textContent?.includes(words) ?? false)
const saves = (sent: Awaited<ReturnType<typeof open>>['sent']) =>
  sent.filter(({ body }) => (body as { mode?: number } | undefined)?.mode === 1)

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

const REVIEW = '?change=extra-payment&amount=50.00&date=2026-03-16&effect=shorter&pay=15000&step=review'
const PAY = 'Pay $50.00 on Mon, Mar 16, 2026'

describe('a change: preview, then confirm, then receipt (domain.md §10)', () => {
  test('an amount outside of the range stands at its field and asks for nothing', async () => {
    const { page } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await until(() => page.querySelector('#amount') !== null)
    await type(page.querySelector<HTMLInputElement>('#amount')!, '5')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(page.querySelector('#amount-error')?.textContent).toBe(
      changeText('amountRange', { least: '$10.00', most: '$503.55' }),
    )
    expect(location.search).not.toContain('step=review')
  })

  test('both ways an extra payment can work are worked out before one is chosen', async () => {
    const { page, sent } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await says(page, 'Saves $12.50')
    const effects = sent.flatMap(({ name, body }) =>
      name === 'requestChange' ? [(body as { effect: string }).effect] : [],
    )
    expect(new Set(effects)).toEqual(new Set(['shorter', 'smaller']))
    expect(saves(sent)).toEqual([])
  })

  test('old and new stand beside each other, and a double tap is one change', async () => {
    const saved = aPreview({ mode: 1, changeNo: 'C-1', notification: 103, documentNo: 'D-9' })
    let count = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => ({ data: count++ === 0 ? aPreview() : saved }),
    })
    await says(page, changeText('pairOld'))
    expect(page.textContent).toContain('A remark of the server.')
    await settle(() => {
      button(page, PAY)?.click()
      button(page, PAY)?.click()
    })
    await until(() => location.pathname === '/notification/103')
    expect(saves(sent)).toHaveLength(1)
    expect(saves(sent)[0]?.body).toMatchObject({ quoteId: 'Q-1', amount: '50.00', mode: 1 })
    expect(new URLSearchParams(location.search).get('changeNo')).toBe('C-1')
  })

  test('a change without effect says so, and there is nothing to confirm', async () => {
    const { oldSchedule } = aPreview()
    const same = aPreview({ newSchedule: oldSchedule, costDifference: '0.00' })
    const { page, sent } = await open('?change=holiday&rule=1&step=review', { requestChange: { data: same } })
    await says(page, changeText('noEffectTitle'))
    expect(button(page, changeText('changeChoices'))).toBeDefined()
    expect(button(page, changeText('confirm'))).toBeUndefined()
    expect(page.querySelector('form')).toBeNull()
    expect(saves(sent)).toEqual([])
  })

  test('"Finish sooner" is not said of an extra payment that leaves the last day', async () => {
    const { page } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await says(page, changeText('effectLess'))
    expect(page.textContent).not.toContain(changeText('effectShorter'))
  })

  test('paying what is due asks for no effect, and sends the one it is', async () => {
    const { page, sent } = await open('?change=extra-payment&effect=due&amount=288.51&pay=15000', {
      requestChange: { data: aPreview() },
    })
    await says(page, changeText('dueTitle'))
    expect(page.textContent).not.toContain(changeText('effectSmaller'))
    await settle(() => page.querySelector('form')?.requestSubmit())
    await until(() => location.search.includes('step=review'))
    expect(sent.findLast(({ name }) => name === 'requestChange')?.body).toMatchObject({
      amount: '288.51',
      effect: 'due',
    })
  })

  test('where days and amounts stay, the schedule stands there once', async () => {
    const { oldSchedule } = aPreview()
    const same = aPreview({ changeTypeCode: ChangeType.revokeFutureAch, newSchedule: oldSchedule })
    const { page } = await open('?change=stop-automatic&step=review', { requestChange: { data: same } })
    await says(page, changeText('pairSame'))
    expect(page.querySelectorAll('table')).toHaveLength(1)
  })

  test('an outdated quote shows what has changed, and saves only after another look', async () => {
    let previews = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => {
        previews += 1
        if (previews === 2) return { status: 409, code: -92020053, message: 'Out of date.' }
        return { data: aPreview(previews === 1 ? {} : { quoteId: 'Q-2', totalAfter: '570.00' }) }
      },
    })
    await says(page, changeText('pairOld'))
    await press(page, PAY)
    await says(page, changeText('outdatedTitle'))
    expect(page.textContent).toContain('$564.52 before, $570.00 now')
    expect(saves(sent)).toHaveLength(1)
  })

  test('a change that must be signed is not sent without a signature', async () => {
    const { page, sent } = await open(REVIEW, { requestChange: { data: aPreview({ needsSignature: true }) } })
    await says(page, changeText('signTitle'))
    await press(page, PAY)
    expect(saves(sent)).toEqual([])
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await press(page, PAY)
    await until(() => saves(sent).length > 0)
    expect(saves(sent)[0]?.body).toMatchObject({ mark: { kind: 'typed', text: 'Ann Example' } })
  })

  const SIGNS = { requestChange: { data: aPreview({ needsSignature: true }) } }
  const fieldSays = (page: HTMLElement) => {
    const described = page.querySelector('#signatureMark')?.getAttribute('aria-describedby') ?? ''
    return document.getElementById(described.split(' ').at(-1) ?? '')?.textContent ?? ''
  }

  test('another name is refused at its field, in the words of the agreement, before anything is sent', async () => {
    const { page, sent } = await open(REVIEW, SIGNS)
    await says(page, changeText('signTitle'))
    await until(() => sent.some(({ name }) => name === 'getPersonalInfo'))
    const field = page.querySelector<HTMLInputElement>('#signatureMark')!
    await type(field, 'Bert Other')
    await press(page, PAY)
    expect(fieldSays(page)).toContain(markText('nameOther', { name: 'Ann Example' }))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(saves(sent)).toEqual([])
    await type(field, 'ann example')
    await press(page, PAY)
    await until(() => saves(sent).length > 0)
    expect(saves(sent)[0]?.body).toMatchObject({ mark: { kind: 'typed', text: 'ann example' } })
  })

  test('what the server says of the signature stands at its field until it is another', async () => {
    const words = 'Type your full name as it appears in the agreement: Ann Example'
    let asked = 0
    const { page } = await open(REVIEW, {
      ...SIGNS,
      requestChange: () => {
        asked += 1
        const errors = [{ elementKey: 'mark', message: words }]
        return asked === 1
          ? SIGNS.requestChange
          : { status: 422, code: -83131229, message: 'Not complete.', errors }
      },
    })
    await says(page, changeText('signTitle'))
    const field = page.querySelector<HTMLInputElement>('#signatureMark')!
    await type(field, 'Ann Example Jr')
    await press(page, PAY)
    await until(() => fieldSays(page).includes(words))
    expect(fieldSays(page)).toContain(words)
    expect(page.querySelector('[role=alert]')?.textContent ?? '').not.toContain(words)
    await type(field, 'Ann Example')
    expect(fieldSays(page)).not.toContain(words)
  })

  test('a broken line after the confirmation: found by looking, never sent twice', async () => {
    let asked = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => {
        asked += 1
        if (asked > 1) throw new TypeError('the line is down')
        return { data: aPreview() }
      },
      listChange: () => ({ data: aChangeList(asked > 1 ? [aChange()] : []) }),
    })
    await says(page, changeText('pairOld'))
    await press(page, PAY)
    await until(() => location.pathname === '/notification/103')
    expect(saves(sent)).toHaveLength(1)
    expect(new URLSearchParams(location.search).get('changeNo')).toBe('C-1')
  })

  test('a new authorization is read, signed at its version by its own name, and kept as a document', async () => {
    const { page, sent } = await open('?change=authorization', {
      getConsentTemplate: {
        data: {
          templates: [
            {
              kind: 'achAuthorization',
              version: 3,
              required: false,
              label: '',
              title: 'T',
              text: 'One.\n\nTwo.',
            },
          ],
        },
      },
      authorization: {
        data: {
          loanNo: '118-0000017',
          authorizedAt: '2026-03-10T10:00:00-04:00',
          documentNo: 'D-3',
          paymentMode: PaymentMode.ach,
        },
      },
    })
    await says(page, 'Two.')
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Bert Other')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(fieldSays(page)).toContain(markText('nameOther', { name: 'Ann Example' }))
    expect(sent.some(({ name }) => name === 'authorization')).toBe(false)
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await settle(() => page.querySelector('form')?.requestSubmit())
    await says(page, changeText('authorizedTitle'))
  })
})
