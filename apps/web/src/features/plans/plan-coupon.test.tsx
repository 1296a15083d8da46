import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, unmount } from '../../testing/render.tsx'
import { aPlan } from '../../testing/sample-plan.ts'
import { PlanCoupon } from './plan-coupon.tsx'

/** The coupon that was looked at before on this device. */
const looked = vi.hoisted(() => ({ couponCode: '' }))
vi.mock('../../app/persisted-state.ts', () => ({
  persistedState: () => Promise.resolve(looked.couponCode === '' ? undefined : looked),
}))

const LOAN = '118-0000013'
const NOT_VALID = 'This coupon is not valid. Check the code, or continue without it.'

const open = (couponCode: string | null, plan = aPlan()) =>
  render(
    <QueryClientProvider client={queryClient}>
      <PlanCoupon loanNo={LOAN} couponCode={couponCode} plan={plan} />
    </QueryClientProvider>,
  )

const press = async (page: HTMLElement, words: string) => {
  const found = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  await settle(() => found?.click())
  for (let round = 0; round < 5; round += 1) await settle(() => {})
}

const typeCode = async (page: HTMLElement, code: string) => {
  const field = page.querySelector('input')
  if (field === null) throw new Error('a code can be typed')
  await type(field, code)
}

const COUPONED = aPlan({
  financeCharge: '298.86',
  apr: '235.10',
  coupon: {
    couponCode: 'SAVE10',
    kind: 'financeChargePercent',
    saving: '33.20',
    even: true,
    before: {
      amountFinanced: '500.00',
      prepaidFinanceCharge: '0.00',
      financeCharge: '332.06',
      totalOfPayments: '832.06',
      apr: '258.32',
    },
  },
})

beforeEach(() => {
  giveBootData()
  queryClient.clear()
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

describe('"I have a coupon" in the plan picker', () => {
  test('an empty code is asked for and not sent', async () => {
    const sent = answerCalls({})
    const page = await open(null)
    await press(page, 'Apply coupon')
    expect(page.textContent).toContain('Enter your coupon code')
    expect(sent).toEqual([])
  })

  test('a coupon that was looked at before on this device need not be typed again (product.md §3)', async () => {
    looked.couponCode = 'SAVE10'
    const sent = answerCalls({ couponApply: { data: { loanNo: LOAN, loanFlags: [] } } })
    const page = await open(null)
    await settle(() => {})
    looked.couponCode = ''
    expect(page.querySelector('input')?.value).toBe('SAVE10')
    await press(page, 'Apply coupon')
    expect(sent).toEqual([{ name: 'couponApply', body: { loanNo: LOAN, couponCode: 'SAVE10' } }])
  })

  test('a code that is not valid is said at its field, and what was typed stays', async () => {
    const errors = [{ elementKey: 'couponCode', message: NOT_VALID }]
    answerCalls({ couponApply: { status: 422, code: -83131222, message: NOT_VALID, errors } })
    const page = await open(null)
    await typeCode(page, ' none ')
    await press(page, 'Apply coupon')
    const field = page.querySelector('input')
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(field?.value).toBe(' none ')
    expect(page.textContent).toContain(NOT_VALID)
  })

  test('on the loan: what it saves, before and after, and a way to take it off', async () => {
    const sent = answerCalls({ couponRemove: { data: { loanNo: LOAN, loanFlags: [] } } })
    const page = await open('SAVE10', COUPONED)
    expect(page.querySelector('[role=status]')?.textContent).toBe(
      'SAVE10 takes $33.20 off the finance charge of this plan.',
    )
    const rows = [...page.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    )
    expect(rows.slice(0, 2)).toEqual([
      ['APR', '258.32%', '235.10%'],
      ['Finance charge', '$332.06', '$298.86'],
    ])
    await press(page, 'Remove coupon')
    expect(sent).toEqual([{ name: 'couponRemove', body: { loanNo: LOAN, couponCode: 'SAVE10' } }])
  })

  test('where it takes nothing off the plan that is picked, it says so', async () => {
    answerCalls({})
    const page = await open('SAVE10')
    expect(page.querySelector('[role=status]')?.textContent).toContain(
      'SAVE10 doesn’t lower the cost of this plan.',
    )
    expect(page.querySelector('table')).toBeNull()
  })
})
