import { expect, test } from 'vitest'
import { LoanFlag } from './codes.ts'
import { type SigningStep, signingStep, type UnsignedLoan } from './signing-step.ts'

const { recalculatePaymentPlan, reSignLoanAgreement, recreateRequestCode } = LoanFlag

test.each<[Partial<UnsignedLoan>, SigningStep]>([
  [{ hasPlan: false }, 'choose'],
  [{ hasPlan: false, flags: [recalculatePaymentPlan] }, 'choose'],
  [{}, 'sign'],
  [{ flags: [recalculatePaymentPlan] }, 'renew'],
  [{ flags: [recreateRequestCode] }, 'renew'],
  [{ signsAgain: true, flags: [reSignLoanAgreement] }, 'sign'],
  [{ signsAgain: true, flags: [recalculatePaymentPlan, reSignLoanAgreement] }, 'renew'],
])('an unsigned loan with %o is at: %s (domain.md §2)', (loan, step) => {
  expect(signingStep({ hasPlan: true, flags: [], signsAgain: false, ...loan })).toBe(step)
})
