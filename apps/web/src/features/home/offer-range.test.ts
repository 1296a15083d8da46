import { expect, test } from 'vitest'
import { offerRange } from './offer-range.ts'

const expiresAt = '2026-04-02T10:00:00-04:00'

test.each([
  ['200.00', '800.00', '$200.00 to $800.00'],
  ['300.00', '300.00', '$300.00'],
])('an offer of %s to %s is named %s', (minimum, maximum, named) => {
  expect(offerRange({ minimum, maximum, expiresAt })).toBe(named)
})
