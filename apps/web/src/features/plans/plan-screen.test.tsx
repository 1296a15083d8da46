import { SectionKey } from '@dolphin/domain/applications/codes'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { moneyText } from '../../app/wire-text.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { aPlan, aSchedule, someOptions } from '../../testing/sample-plan.ts'
import { CheckLoan } from './check-loan-screen.tsx'
import { planText } from './messages.ts'
import PlanScreen, { chosenPlan } from './plan-screen.tsx'

const aScreen = (): ScreenProps => ({
  view: anApplication(6, { signedIn: true }),
  goOn: vi.fn(async () => {}),
  goTo: vi.fn(),
  goBack: vi.fn(),
  refresh: vi.fn(async () => undefined),
})

const inAddress = (parameters: Readonly<Record<string, string>>) => ({
  get: (name: string) => parameters[name],
})

const ANSWERS = {
  getPaymentOption: { data: someOptions() },
  calculatePaymentSchedule: { data: aSchedule() },
  savePaymentOption: { data: {} },
}

const shown = (page: HTMLElement) =>
  Object.fromEntries(
    [...page.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

const open = async (props: ScreenProps) => {
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <PlanScreen {...props} />
    </QueryClientProvider>,
  )
  for (let round = 0; round < 5; round += 1) await settle(() => {})
  return page
}

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

describe('the plan picker (product.md §5; figures of 12 CFR 1026.18)', () => {
  test('every figure shown is the reply’s, to the cent', async () => {
    answerCalls(ANSWERS)
    const page = await open(aScreen())
    const plan = aPlan()
    expect(shown(page)).toMatchObject({
      '10 payments of': moneyText(plan.installment),
      APR: '258.32%',
      'Finance charge': '$332.06',
      'You receive': '$500.00',
      'Total of payments': '$832.06',
    })
  })

  test('another number shows the other plan’s figures', async () => {
    answerCalls(ANSWERS)
    const page = await open(aScreen())
    await settle(() => page.querySelector<HTMLButtonElement>('[aria-label="Fewer payments"]')?.click())
    expect(shown(page)).toMatchObject({ '8 payments of': '$97.40', APR: '259.01%' })
    expect(location.search).toContain('number=8')
  })

  test('the schedule stands as picture and as table, paydays marked', async () => {
    answerCalls(ANSWERS)
    const page = await open(aScreen())
    const schedule = [...page.querySelectorAll('table')].find(
      ({ caption }) => caption?.textContent === planText('scheduleCaption'),
    )
    const rows = [...(schedule?.querySelectorAll('tbody tr') ?? [])]
    expect(rows).toHaveLength(2)
    expect(rows[0]?.textContent).toContain('$456.79')
    expect(rows[0]?.textContent).toContain('payday')
    expect(rows[1]?.textContent).not.toContain('payday')
    expect(schedule?.closest('figure')?.querySelector('p')?.textContent).toContain('$500.00')
  })

  test('saving sends the terms that are shown and goes on to the check', async () => {
    const sent = answerCalls(ANSWERS)
    const props = aScreen()
    const page = await open(props)
    const save = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Use this plan',
    )
    await settle(() => save?.click())
    await settle(() => {})
    expect(sent.find(({ name }) => name === 'savePaymentOption')?.body).toEqual({
      loanNo: '118-0000013',
      terms: { amount: '500.00', frequency: 17000, number: 10, firstDate: '2026-12-04' },
    })
    expect(props.goOn).toHaveBeenCalledWith(SectionKey.paymentFee)
  })

  test('the saved plan goes before the recommended one, what was picked before both', () => {
    const options = someOptions({ savedOptionId: 'plan-8' })
    expect(chosenPlan(options, inAddress({}))?.optionId).toBe('plan-8')
    expect(chosenPlan(options, inAddress({ number: '10' }))?.optionId).toBe('plan-10')
    expect(chosenPlan(options, inAddress({ frequency: '17003' }))?.optionId).toBe('plan-w')
  })

  test('a number that is not on offer leads to the nearest', () => {
    expect(chosenPlan(someOptions(), inAddress({ number: '26' }))?.number).toBe(10)
  })
})

const BANK = {
  routingNumber: '•••••0000',
  valid: true,
  known: true,
  bankName: 'Sample Bank',
  city: null,
  takesAch: true,
  newRoutingNumber: null,
  state: null,
  account: { accountMasked: '••••6789', accountType: 3001 as const },
}
const PRODUCT = {
  productCode: '110-STANDARD',
  name: 'Sample loan',
  kind: 'standard' as const,
  minimumAmount: '200.00',
  maximumAmount: '1000.00',
  amountStep: '50.00',
  annualRate: '260.00',
  minimumInstallments: 6,
  maximumInstallments: 26,
  maximumTermDays: 365,
  returnedPaymentFee: '15.00',
  originationFeeRate: '5.00',
  originationFeeMaximum: '50.00',
  paymentFrequencies: [],
}

const checked = (product: typeof PRODUCT | undefined) =>
  render(
    <CheckLoan
      {...aScreen()}
      options={someOptions()}
      plan={aPlan({ prepaidFinanceCharge: '25.00' })}
      bank={BANK}
      product={product}
    />,
  )

/** Opens the "Why?" about something and answers what it says. */
async function answerAbout(page: HTMLElement, about: string): Promise<string | null | undefined> {
  const why = [...page.querySelectorAll('details')].find(
    (each) => each.querySelector('summary')?.textContent === `Why? ${about}`,
  )
  await settle(() => {
    if (!why) return
    why.open = true
    why.dispatchEvent(new Event('toggle'))
  })
  await until(() => why?.querySelector('p') !== null)
  return why?.querySelector('p')?.textContent
}

test.each([
  [null, 'Standard terms'],
  ['34.90', 'You are protected: your rate is at most 36 %'],
] as const)(
  'with a military rate of %s the check shows the military answer and leads to it',
  async (mapr, words) => {
    const goTo = vi.fn()
    const page = await render(
      <CheckLoan
        {...aScreen()}
        goTo={goTo}
        options={someOptions()}
        plan={aPlan({ mapr })}
        bank={BANK}
        product={PRODUCT}
      />,
    )
    expect(shown(page)).toMatchObject({ 'Military service': expect.stringContaining(words) as string })
    const change = page.querySelector<HTMLButtonElement>('[aria-label="Change: Military service"]')
    await settle(() => change?.click())
    expect(goTo).toHaveBeenCalledWith(SectionKey.personal)
  },
)

test('the check before signing shows every fee and none twice', async () => {
  expect(shown(await checked(undefined))).toMatchObject({
    Amount: '$500.00',
    Payments: '10 payments of $83.21, every two weeks',
    'Money goes to': 'Sample Bank, account ending in 6789',
    'Origination fee': '$25.00, taken from the amount once',
    'Late fee': 'None',
  })
})

describe('"Why?" beside what derives from something (12 CFR 1026.18; domain.md §7)', () => {
  test('the check before signing answers for both dates and the fee', async () => {
    const page = await checked(PRODUCT)
    expect(await answerAbout(page, 'First payment')).toContain('choose from Fri, Dec 4, 2026 to Fri, Dec 11')
    expect(await answerAbout(page, 'Last payment')).toContain('Your 10 payments follow the first every two')
    expect(await answerAbout(page, 'Origination fee')).toBe(
      'It is 5.00% of the $500.00 you borrow, and never more than $50.00.',
    )
  })

  test('the schedule answers for its first date and its last payment, to the cent', async () => {
    answerCalls(ANSWERS)
    const page = await open(aScreen())
    const first = await answerAbout(page, 'First payment on Fri, Dec 4, 2026')
    expect(first).toContain('due to arrive on Tue, Nov 24, 2026')
    const last = await answerAbout(page, 'Last payment of $478.82')
    expect(last).toContain('pays back the $456.79')
    expect(last).toContain('To that comes $22.03 of interest')
    expect(last).not.toContain('fee')
  })
})
