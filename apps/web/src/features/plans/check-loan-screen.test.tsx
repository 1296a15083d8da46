import { SectionKey } from '@dolphin/domain/applications/codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScreenProps } from '../applications/application-view.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { aPlan, someOptions } from '../../testing/sample-plan.ts'
import { CheckLoan } from './check-loan-screen.tsx'
import { planText } from './messages.ts'
import type { Plan } from './plan-figures.tsx'

const aScreen = (): ScreenProps => ({
  view: anApplication(6, { signedIn: true }),
  goOn: vi.fn(async () => {}),
  goTo: vi.fn(),
  goBack: vi.fn(),
  refresh: vi.fn(async () => undefined),
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

const checked = (plan: Partial<Plan> = {}, goTo = vi.fn()) =>
  render(
    <CheckLoan
      {...aScreen()}
      goTo={goTo}
      options={someOptions()}
      plan={aPlan(plan)}
      bank={BANK}
      product={PRODUCT}
    />,
  )

const shown = (page: HTMLElement) =>
  Object.fromEntries(
    [...page.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

beforeEach(giveBootData)
afterEach(() => render(null))

test('the federal box stands open, with exact payments, both dates, the account and every fee (12 CFR 1026.18)', async () => {
  const page = await checked({ prepaidFinanceCharge: '25.00', amountFinanced: '475.00' })
  expect(shown(page)).toEqual({
    APR: '258.32%',
    'Finance charge': '$332.06',
    'Amount financed': '$475.00',
    'Total of payments': '$832.06',
    '10 payments, every two weeks': '9 × $83.21, then $83.17',
    'First and last payment': 'Fri, Dec 4, 2026 and Fri, Apr 9, 2027',
    'Money goes to': 'Sample Bank ••6789',
    Fees: '$25.00 origination fee, taken from the amount once. $15.00 if a payment is returned.',
  })
  expect(page.querySelector('details dl, details dt')).toBeNull()
})

test('without a fee it says none, and equal payments are written as one', async () => {
  const page = await checked({ lastInstallment: '83.21' })
  expect(shown(page)).toMatchObject({
    '10 payments, every two weeks': '10 × $83.21',
    Fees: 'None. $15.00 if a payment is returned.',
  })
})

test('military service is a matter of a covered borrower alone, and leads to its answer', async () => {
  expect(shown(await checked())).not.toHaveProperty(planText('rowMilitary'))
  const goTo = vi.fn()
  const page = await checked({ mapr: '34.90' }, goTo)
  expect(shown(page)).toMatchObject({
    'Military service': 'You are protected: your rate is at most 36% (Military APR 34.90%)',
  })
  const change = page.querySelector<HTMLButtonElement>('[aria-label="Change: Military service"]')
  await settle(() => change?.click())
  expect(goTo).toHaveBeenCalledWith(SectionKey.personal)
})

test('payments and dates both lead back to the screen of the offer', async () => {
  const goTo = vi.fn()
  const page = await checked({}, goTo)
  for (const change of page.querySelectorAll<HTMLButtonElement>('[aria-label^="Change: "]'))
    await settle(() => change.click())
  expect(goTo.mock.calls.map(([section]) => section as unknown)).toEqual([
    SectionKey.loanDetail,
    SectionKey.paymentSchedule,
    SectionKey.bank,
  ])
})

test('where the figures come from is folded, and made when it is opened (12 CFR 1026.18; domain.md §7)', async () => {
  const page = await checked({ prepaidFinanceCharge: '25.00', amountFinanced: '475.00' })
  const why = page.querySelector('details')
  expect(why?.textContent).toBe(planText('foldWhy'))
  await settle(() => {
    if (!why) return
    why.open = true
    why.dispatchEvent(new Event('toggle'))
  })
  await until(() => why?.textContent.includes('Regulation Z') === true)
  expect(why?.textContent).toContain('choose from Fri, Dec 4, 2026 to Fri, Dec 11')
  expect(why?.textContent).toContain('After the first, your payments are due every two')
  expect(why?.textContent).toContain('It is 5.00% of the $500.00 you borrow, and never more than $50.00.')
})
