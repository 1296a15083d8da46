import { afterEach, expect, test, vi } from 'vitest'
import { render, settle } from '../../testing/render.tsx'
import { aShortfall } from '../../testing/sample-offer.ts'
import AffordabilityView from './affordability-view.tsx'
import { cashMonths } from './cash-months.ts'

afterEach(() => void vi.restoreAllMocks())

test('a payment that may not fit is said first, and its date can be moved by one button (issue: affordability)', async () => {
  const onMove = vi.fn()
  const page = await render(<AffordabilityView affordability={aShortfall()} onMove={onMove} />)
  expect(page.textContent).toContain('On Fri, Dec 4, 2026 your account may not have enough')
  await settle(() => page.querySelector('button')?.click())
  expect(onMove).toHaveBeenCalledWith('2026-12-11')
})

test('where no date helps, it says what would', async () => {
  const page = await render(
    <AffordabilityView affordability={aShortfall({ betterFirstDate: null })} onMove={() => {}} />,
  )
  expect(page.textContent).toContain('A smaller amount or more payments')
  expect(page.querySelector('button')).toBeNull()
})

test('where all fits, the lowest point is named', async () => {
  const fits = aShortfall({
    shortfallDates: [],
    betterFirstDate: null,
    lowest: { date: '2026-12-04', balance: '36.79' },
  })
  const page = await render(<AffordabilityView affordability={fits} onMove={() => {}} />)
  expect(page.textContent).toContain('Its lowest balance is $36.79 on Fri, Dec 4, 2026')
})

test('the table says every day of the picture with the reply’s own figures; money below zero in parentheses (product.md §9)', async () => {
  const page = await render(<AffordabilityView affordability={aShortfall()} onMove={() => {}} />)
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('Known bill: hillside rent')
  expect(rows[0]).toContain('($30.00)')
  expect(rows[1]).toContain('Loan payment')
  expect(rows[1]).toContain('($83.21)')
})

test('the calendar marks what happens on each day and the day that falls short', () => {
  const months = cashMonths(aShortfall())
  expect(months.map(({ isoDate }) => isoDate)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
  const [, december] = months
  expect(december?.firstColumn).toBe(2)
  expect(december?.days).toHaveLength(31)
  expect(december?.days[3]).toEqual({ day: 4, marks: ['own'], alarm: true, outside: false })
  expect(december?.days[10]?.marks).toEqual(['in'])
})
