import { expect, test } from 'vitest'
import { axisText, chartPoint } from './schedule-picture.ts'

test('the bar of a payment is as high as the payment: a fee stands with the interest', () => {
  const point = chartPoint({
    dueDate: '2026-12-04',
    principal: '100.00',
    interest: '63.58',
    fee: '15.00',
    balanceAfter: '700.00',
  })
  expect(point).toEqual({ label: 'Dec 4', principal: 10_000, interest: 7_858, balanceAfter: 70_000 })
})

test('an amount beside an axis has no cents', () => {
  expect(axisText(80_000)).toBe('$800')
  expect(axisText(53_333.5)).toBe('$533')
})
