import { expect, test } from 'vitest'
import { presentPath } from './renamed-paths.ts'

test.each([
  ['/fssapi/dolphin-loan/online/ceremony/R1/sign', '/fssapi/dolphin-loan/online/signing/R1/sign'],
  ['/fssapi/dolphin-ops/guard/118-1', '/fssapi/dolphin-ops/eligibility/118-1'],
  [
    '/fssapi/dolphin-loan/online/payment-detail?loanNo=1&movements=all',
    '/fssapi/dolphin-loan/online/payment-detail?loanNo=1&history=all',
  ],
  [
    '/fssapi/dolphin-loan/online/payment-detail?movements=all',
    '/fssapi/dolphin-loan/online/payment-detail?history=all',
  ],
  ['/verify?movements=all', '/verify?movements=all'],
])('%s is served as %s', (earlier, present) => {
  expect(presentPath(earlier)).toBe(present)
})
