import { afterEach, expect, test } from 'vitest'
import { render, unmount } from '../../testing/render.tsx'
import { aPlan } from '../../testing/sample-plan.ts'
import CostPicture from './cost-picture.tsx'
import { paychecks } from './paychecks.ts'

afterEach(unmount)

const cells = (page: HTMLElement) =>
  [...page.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )

test('the parts of the cost picture add up to the total of payments, each to the cent (ux.md "Pictures over reading")', async () => {
  const plan = aPlan({
    amount: '500.00',
    amountFinanced: '475.00',
    prepaidFinanceCharge: '25.00',
    financeCharge: '137.02',
    totalOfPayments: '612.02',
  })
  const page = await render(<CostPicture plan={plan} />)
  expect(cells(page)).toEqual([
    ['Money you receive', '$475.00'],
    ['Interest', '$112.02'],
    ['One-time fee', '$25.00'],
    ['Total of payments', '$612.02'],
  ])
  const picture = page.querySelector('svg[role="img"]')
  expect(picture?.querySelectorAll('rect')).toHaveLength(3)
  const summary = page.querySelector(`[id="${picture?.getAttribute('aria-labelledby')}"]`)
  expect(summary?.textContent).toBe(
    'You pay back $612.02 in total: the $475.00 you receive, and $137.02 for the loan.',
  )
})

test('a payment belongs to the last paycheck before it; pay of one day is one paycheck', () => {
  const event = (date: string, kind: 'payday' | 'installment', amount: string) => ({
    date,
    kind,
    label: '',
    amount,
    balanceAfter: '0.00',
  })
  const found = paychecks({
    events: [
      event('2026-12-04', 'payday', '1000.00'),
      event('2026-12-04', 'payday', '200.50'),
      event('2026-12-04', 'installment', '-80.10'),
      event('2026-12-11', 'installment', '-80.10'),
      event('2026-12-18', 'payday', '1200.50'),
    ],
  })
  expect(found).toEqual([
    { date: '2026-12-04', pay: 120_050, payment: 16_020 },
    { date: '2026-12-18', pay: 120_050, payment: 0 },
  ])
})
