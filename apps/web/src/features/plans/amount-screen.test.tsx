import { AmountResult } from '@dolphin/domain/loans/codes'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { accountToMatch, anOffer } from '../../testing/sample-offer.ts'
import { someOptions } from '../../testing/sample-plan.ts'
import AmountScreen from './amount-screen.tsx'
import { planText } from './messages.ts'

const aScreen = (): ScreenProps => ({
  view: anApplication(5, { signedIn: true }),
  goOn: vi.fn(async () => {}),
  goTo: vi.fn(),
  goBack: vi.fn(),
  refresh: vi.fn(async () => undefined),
})

async function open(offer: ReturnType<typeof anOffer>, props = aScreen()) {
  const sent = answerCalls({
    calculateQualifiedAmount: { data: offer },
    getPaymentOption: { data: someOptions() },
  })
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <AmountScreen {...props} />
    </QueryClientProvider>,
  )
  for (let round = 0; round < 3; round += 1) await settle(() => {})
  return { page, sent, props }
}

const button = (page: HTMLElement, words: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)

beforeEach(() => {
  giveBootData()
  queryClient.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/application/link-1')
})
afterEach(async () => {
  await render(null)
  vi.unstubAllGlobals()
})

describe('the amount (product.md §3: loan amount result)', () => {
  test('the cost of the amount that the page opens with is read once', async () => {
    const { page, sent } = await open(anOffer())
    expect(page.textContent).toContain(planText('amountCost', { amount: '$500.00' }))
    expect(sent.filter(({ name }) => name === 'getPaymentOption')).toHaveLength(1)
  })

  test('result 1: the slider has the offer’s range and step, and the cost stands beside it', async () => {
    const { page } = await open(anOffer())
    const slider = page.querySelector<HTMLInputElement>('input[type=range]')
    expect([slider?.min, slider?.max, slider?.step, slider?.value]).toEqual([
      '20000',
      '80000',
      '5000',
      '50000',
    ])
    expect(page.textContent).toContain('$332.06')
  })

  test('a typed amount moves the slider; one outside the range says what to do and moves nothing', async () => {
    const { page } = await open(anOffer())
    const typed = page.querySelector<HTMLInputElement>('#typedAmount')!
    await type(typed, '$650')
    expect(page.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('65000')
    await type(typed, '9,999')
    expect(page.querySelector('#typedAmount-error')?.textContent).toBe(
      'Enter an amount from $200 to $800, in steps of $50',
    )
    expect(page.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('65000')
  })

  test('going on keeps the amount in the address, so that a reload finds it', async () => {
    const { page, props } = await open(anOffer())
    await type(page.querySelector<HTMLInputElement>('#typedAmount')!, '300')
    await settle(() => button(page, 'Continue')?.click())
    expect(location.search).toBe('?amount=300.00')
    expect(props.goTo).toHaveBeenCalledWith('paymentSchedule')
  })

  test('an invalid amount is not ignored: the error summary takes focus and states it, and the page does not move on (ux.md "Error summary")', async () => {
    const { page, props } = await open(anOffer())
    await type(page.querySelector<HTMLInputElement>('#typedAmount')!, '7')
    await settle(() => button(page, 'Continue')?.click())
    expect(props.goTo).not.toHaveBeenCalled()
    const summary = page.querySelector<HTMLElement>('[role=alert]')
    expect(document.activeElement).toBe(summary)
    expect(summary?.querySelector('a')?.textContent).toBe(
      page.querySelector('#typedAmount-error')?.textContent,
    )
    expect(document.title).toMatch(/^Error: /)
    await settle(() => page.querySelector<HTMLElement>(`[aria-label="${planText('more')}"]`)?.click())
    await settle(() => button(page, 'Continue')?.click())
    expect(props.goTo).toHaveBeenCalledWith('paymentSchedule')
  })

  test('result 2: the account must be matched, with matchTailNo’s own words', async () => {
    const { page, sent } = await open(
      anOffer({ result: AmountResult.availableUnmatched, accountsToMatch: [accountToMatch()] }),
    )
    await type(page.querySelector<HTMLInputElement>('#routingNumber')!, '011000028')
    await type(page.querySelector<HTMLInputElement>('#accountNumber')!, '123456789')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(page.querySelector('#routingNumber-error')?.textContent).toBe(
      'Please enter the Routing Number (or Account Number) ends with 0021',
    )
    await type(page.querySelector<HTMLInputElement>('#routingNumber')!, '011000021')
    await type(page.querySelector<HTMLInputElement>('#accountNumber')!, '123456789')
    await settle(() => page.querySelector('form')?.requestSubmit())
    await settle(() => {})
    expect(sent.map(({ body }) => body)).toContainEqual({
      applicationNo: 'A-1',
      match: { accountId: 'acc-1', routingNumber: '011000021', accountNumber: '123456789' },
    })
  })

  test('why the most is the most: the limit that held, asked for and only then made (domain.md §6)', async () => {
    const why = {
      bounds: [
        { code: 'tier' as const, amount: '800.00', percent: null, held: false },
        { code: 'incomeShare' as const, amount: '769.23', percent: 50, held: true },
      ],
      monthlyNetIncome: '3333.33',
      state: 'DE',
      payPeriodsPerYear: 26,
    }
    const { page } = await open(anOffer({ maximum: '750.00', why }))
    const details = page.querySelector('details')
    expect(details?.querySelector('summary')?.textContent?.trim()).toBe('Why is $750.00 the most?')
    expect(page.textContent).not.toContain('$3,333.33')
    await settle(() => {
      details!.open = true
      details!.dispatchEvent(new Event('toggle'))
    })
    await until(() => details!.textContent.includes('Your bank shows'))
    expect(details?.textContent).toContain('Your bank shows $3,333.33 a month. We lend at most 50%')
    expect(details?.textContent).toContain('a first loan with us can be up to $800.00')
  })

  test('result 3 leads to its notification, 203', async () => {
    await open(anOffer({ result: AmountResult.unavailable, notification: 203, maximum: null, minimum: null }))
    expect(location.pathname).toBe('/notification/203')
  })
})
