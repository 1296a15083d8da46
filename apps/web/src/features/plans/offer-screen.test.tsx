import { SectionKey } from '@dolphin/domain/applications/codes'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { AmountResult } from '@dolphin/domain/loans/codes'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { accountToMatch, anOffer, aShortfall } from '../../testing/sample-offer.ts'
import { aPlan, aSchedule, someOptions } from '../../testing/sample-plan.ts'
import type { ScreenProps } from '../applications/application-view.ts'
import { startAnswers } from '../applications/start-answers.ts'
import { chosenPlan } from './chosen-plan.ts'
import { planText } from './messages.ts'
import OfferScreen from './offer-screen.tsx'

vi.mock('../applications/start-answers.ts', () => ({ startAnswers: vi.fn(async () => undefined) }))

const aScreen = (done = 5): ScreenProps => ({
  view: anApplication(done, { signedIn: true }),
  goOn: vi.fn(async () => {}),
  goTo: vi.fn(),
  goBack: vi.fn(),
  refresh: vi.fn(async () => undefined),
})

const inAddress = (parameters: Readonly<Record<string, string>>) => ({
  get: (name: string) => parameters[name],
})

const asked: string[] = []
const optionsOf = (path: string) => new URLSearchParams(path.split('?')[1])

type Answers = Parameters<typeof answerCalls>[0]

async function open(answers: Answers = {}, props = aScreen()) {
  const sent = answerCalls({
    calculateQualifiedAmount: { data: anOffer() },
    getPaymentOption: { data: someOptions() },
    calculatePaymentSchedule: { data: aSchedule() },
    savePaymentOption: { data: {} },
    ...answers,
  })
  const answer = globalThis.fetch
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    if (path.includes('get-payment-option')) asked.push(optionsOf(path).get('amount') ?? 'none')
    return answer(path, request)
  })
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <OfferScreen {...props} />
      <AnnouncementsView />
    </QueryClientProvider>,
  )
  await until(() => page.querySelector('h1') !== null)
  return { page, sent, props }
}

const button = (page: HTMLElement, words: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)
const cost = (page: HTMLElement) =>
  page.querySelector(`section[aria-label="${planText('costTitle')}"]`)?.textContent ?? ''
const field = (page: HTMLElement, id: string) => page.querySelector<HTMLInputElement>(`#${id}`)!
/** The figures follow once the choice has rested. */
const rest = () => {
  const rested = performance.now() + 300
  return until(() => performance.now() > rested)
}
async function goOn(page: HTMLElement) {
  await rest()
  await until(() => button(page, planText('continue'))?.getAttribute('aria-disabled') !== 'true')
  await settle(
    () => field(page, 'offer') && (field(page, 'offer') as unknown as HTMLFormElement).requestSubmit(),
  )
  await settle(() => {})
}

beforeEach(() => {
  giveBootData()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/application/link-1')
})
afterEach(async () => {
  await render(null)
  vi.unstubAllGlobals()
})

describe('the offer on one screen (borrower-journey.md)', () => {
  test('amount, number and first date stand with what they cost: APR, finance charge and total', async () => {
    const { page } = await open()
    expect(page.querySelector('h1')?.textContent).toBe(planText('offerTitle', { maximum: '$800' }))
    expect(field(page, 'typedAmount').value).toBe('$500')
    expect(field(page, 'typedNumber').value).toBe('10')
    expect(page.querySelector<HTMLSelectElement>('#firstDate')?.value).toBe('2026-12-04')
    for (const figure of ['10 × $83.21', '258.32%', '$332.06', '$832.06'])
      expect(cost(page)).toContain(figure)
  })

  test('what was asked for at the start is chosen; the most is not, where nothing was', async () => {
    await open()
    expect(asked).toEqual(['500.00'])
    vi.mocked(startAnswers).mockResolvedValueOnce({ state: 'UT', zip: '84101', amount: '600.00' })
    queryClient.clear()
    const { page } = await open({ getPaymentOption: { data: someOptions({ amount: '600.00' }) } })
    expect(asked).toEqual(['600.00'])
    expect(page.textContent).toContain(planText('offerAsked', { amount: '$600' }))
    expect(field(page, 'typedAmount').value).toBe('$600')
  })

  test('a counteroffer says what was asked, what is offered and why, and no more can be picked', async () => {
    const counteroffer = 'We cannot offer you the loan of $500.00 that you asked for, but up to $300.00. Why.'
    const { page } = await open({
      calculateQualifiedAmount: { data: anOffer({ maximum: '300.00', counteroffer }) },
      getPaymentOption: { data: someOptions({ amount: '300.00' }) },
    })
    expect(page.querySelector('h1')?.textContent).toBe(planText('offerTitle', { maximum: '$300' }))
    expect(page.textContent).toContain(counteroffer)
    await type(field(page, 'typedAmount'), '500')
    await goOn(page)
    expect(page.querySelector('[role="alert"], .summary')?.textContent ?? page.textContent).toContain('$300')
  })

  test('a saved plan comes back with its own amount', async () => {
    const { page } = await open(
      { getPaymentOption: { data: someOptions({ amount: '350.00', savedOptionId: 'plan-8' }) } },
      aScreen(7),
    )
    expect(asked).toEqual(['none'])
    expect(field(page, 'typedAmount').value).toBe('$350')
    expect(field(page, 'typedNumber').value).toBe('8')
  })

  test('a smaller last payment is explained, and so is a fee that is taken at once', async () => {
    const { page } = await open({
      getPaymentOption: {
        data: someOptions({ plans: [aPlan({ amountFinanced: '475.00', prepaidFinanceCharge: '25.00' })] }),
      },
    })
    expect(page.textContent).toContain('The last payment, on Fri, Apr 9, 2027, is $83.17')
    expect(page.textContent).toContain('You receive $475.00, after a one-time fee of $25.00')
  })

  test('result 2: the account must be matched, with matchTailNo’s own words', async () => {
    const { page, sent } = await open({
      calculateQualifiedAmount: {
        data: anOffer({ result: AmountResult.availableUnmatched, accountsToMatch: [accountToMatch()] }),
      },
    })
    await type(field(page, 'routingNumber'), '011000028')
    await type(field(page, 'accountNumber'), '123456789')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(page.querySelector('#routingNumber-error')?.textContent).toBe(
      'Please enter the Routing Number (or Account Number) ends with 0021',
    )
    await type(field(page, 'routingNumber'), '011000021')
    await settle(() => page.querySelector('form')?.requestSubmit())
    await settle(() => {})
    expect(sent.map(({ body }) => body)).toContainEqual({
      applicationNo: 'A-1',
      match: { accountId: 'acc-1', routingNumber: '011000021', accountNumber: '123456789' },
    })
  })

  test('result 3 leads to its notification, 203', async () => {
    answerCalls({
      calculateQualifiedAmount: {
        data: anOffer({ result: AmountResult.unavailable, notification: 203, maximum: null, minimum: null }),
      },
    })
    await render(
      <QueryClientProvider client={queryClient}>
        <OfferScreen {...aScreen()} />
      </QueryClientProvider>,
    )
    await until(() => location.pathname !== '/application/link-1')
    expect(location.pathname).toBe('/notification/203')
  })
})

describe('the choice', () => {
  test('a typed amount moves the slider; one outside the range says what to do and moves nothing', async () => {
    const { page } = await open()
    const slider = page.querySelector<HTMLInputElement>('input[type=range]')
    expect([slider?.min, slider?.max, slider?.step]).toEqual(['20000', '80000', '5000'])
    await type(field(page, 'typedAmount'), '$650')
    expect(slider?.value).toBe('65000')
    await type(field(page, 'typedAmount'), '9,999')
    expect(page.querySelector('#typedAmount-error')?.textContent).toBe(
      'Enter an amount from $200 to $800, in steps of $50',
    )
    expect(slider?.value).toBe('65000')
  })

  test('the amount stays in the address once it rests, so that a reload finds it; another number does at once', async () => {
    const { page } = await open()
    await settle(() => page.querySelector<HTMLElement>(`[aria-label="${planText('more')}"]`)?.click())
    await until(() => location.search.includes('amount=550.00'))
    expect(location.search).toContain('amount=550.00')
    await settle(() => page.querySelector<HTMLElement>('[aria-label="Fewer payments"]')?.click())
    expect(location.search).toContain('number=8')
    expect(cost(page)).toContain('8 × $97.40')
  })

  test('an amount in the address that is not on offer is passed over', async () => {
    history.replaceState(null, '', '/application/link-1?amount=9999.00')
    await open()
    expect(asked).toEqual(['500.00'])
  })

  test('weekly payments are offered where a plan of them exists, and one frequency alone is no choice', async () => {
    const { page } = await open()
    expect(page.querySelectorAll('[name=frequency]')).toHaveLength(2)
    queryClient.clear()
    const refused = someOptions({ plans: [aPlan()] })
    expect(refused.frequencies).toContain(PaymentFrequency.weekly)
    const { page: other } = await open({ getPaymentOption: { data: refused } })
    expect(other.querySelectorAll('[name=frequency]')).toHaveLength(0)
  })

  test('a number that is not on offer leads to the nearest; what was picked goes before saved and recommended', () => {
    const options = someOptions({ savedOptionId: 'plan-8' })
    expect(chosenPlan(options, inAddress({}))?.optionId).toBe('plan-8')
    expect(chosenPlan(options, inAddress({ number: '10' }))?.optionId).toBe('plan-10')
    expect(chosenPlan(options, inAddress({ frequency: String(PayrollFrequency.weekly) }))?.optionId).toBe(
      'plan-w',
    )
    expect(chosenPlan(someOptions(), inAddress({ number: '26' }))?.number).toBe(10)
  })

  test('dates, picture, budget and reasons are folded, and made when they are opened; a shortfall is said before', async () => {
    const { page } = await open({
      calculatePaymentSchedule: { data: { ...aSchedule(), affordability: aShortfall() } },
    })
    await until(() => page.textContent.includes(planText('foldBudget')))
    expect(page.querySelector('table')).toBeNull()
    expect(page.textContent).toContain('Your account may run short on Fri, Dec 4, 2026')
    const dates = [...page.querySelectorAll('details')].find(({ textContent }) =>
      textContent.includes(planText('foldDates', { number: 10 })),
    )
    await settle(() => {
      if (!dates) return
      dates.open = true
      dates.dispatchEvent(new Event('toggle'))
    })
    await until(() => dates?.querySelector('table') !== null)
    const rows = [...(dates?.querySelectorAll('tbody tr') ?? [])]
    expect(rows).toHaveLength(2)
    expect(rows[0]?.textContent).toContain('payday')
    expect(rows[1]?.textContent).not.toContain('payday')
  })
})

describe('the one Continue', () => {
  test('saves the terms that are shown, amount and plan in one call, and goes on to the check', async () => {
    const { page, sent, props } = await open()
    await goOn(page)
    expect(sent.filter(({ name }) => name === 'savePaymentOption').map(({ body }) => body)).toEqual([
      {
        loanNo: '118-0000013',
        terms: {
          amount: '500.00',
          frequency: PayrollFrequency.biWeekly,
          number: 10,
          firstDate: '2026-12-04',
        },
        couponCode: null,
      },
    ])
    expect(props.goOn).toHaveBeenCalledWith(SectionKey.paymentFee)
  })

  test('pressed twice it saves once', async () => {
    const { page, sent } = await open()
    await rest()
    const form = field(page, 'offer') as unknown as HTMLFormElement
    await settle(() => {
      form.requestSubmit()
      form.requestSubmit()
    })
    expect(sent.filter(({ name }) => name === 'savePaymentOption')).toHaveLength(1)
  })

  test('a refused save says so, stays here and reads what is on offer now', async () => {
    const { page, props } = await open({
      savePaymentOption: { status: 409, code: -83131214, message: 'This plan is not offered any more.' },
    })
    const before = asked.length
    await goOn(page)
    await until(() => document.querySelector('dialog[open]') !== null)
    expect(document.querySelector('dialog[open]')?.textContent).toContain('not offered any more')
    expect(props.goOn).not.toHaveBeenCalled()
    await settle(() => document.querySelector<HTMLElement>('dialog[open] button')?.click())
    await until(() => asked.length > before)
    expect(asked.length).toBeGreaterThan(before)
  })

  test('what is typed wrong is not passed over: the summary takes the focus and leads to it', async () => {
    const { page, sent, props } = await open()
    await type(field(page, 'typedAmount'), '7')
    await type(field(page, 'typedNumber'), '99')
    await goOn(page)
    const summary = page.querySelector<HTMLElement>('[role=alert]')
    expect(document.activeElement).toBe(summary)
    expect([...(summary?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Enter an amount from $200 to $800, in steps of $50',
      'Enter a number from 8 to 10',
    ])
    expect(document.title).toMatch(/^Error: /)
    expect(sent.some(({ name }) => name === 'savePaymentOption')).toBe(false)
    expect(props.goOn).not.toHaveBeenCalled()
  })
})
