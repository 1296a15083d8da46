import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { Military } from '@dolphin/domain/loans/codes'
import { US_STATES } from '@dolphin/domain/applications/us-states'
import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { AgreementCoupon, AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { documentLender } from '@dolphin/domain/documents/party'
import { dateIn } from '@dolphin/domain/time/new-york'
import { tailOf } from '@dolphin/domain/verification/account-match'
import type { Applicant } from '../borrowers/applicant.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import { approvalStateOf } from '../loans/approval-state.ts'
import type { LoanPlanBasis } from '../plans/plan-basis.ts'
import type { PlanCouponFacts } from '../plans/coupon-facts.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { ARBITRATION_TERMS } from '@dolphin/domain/documents/arbitration-terms'

const ACCOUNT_NAMES: Readonly<Record<BankAccountType, string>> = {
  [BankAccountType.savings]: 'savings',
  [BankAccountType.checking]: 'checking',
  [BankAccountType.moneyMarket]: 'money market',
}

export interface Agreed {
  readonly loan: Loan
  readonly saved: PlanWithInstallments
  readonly basis: LoanPlanBasis
  readonly applicant: Applicant
}

/**
 * All that the agreement says, out of the stored plan: no figure is computed here, so what is signed is what the
 * picker showed. Source: domain.md §8; design/security.md I10.
 */
export function agreementInput({ loan, saved, basis, applicant }: Agreed, at: Date): AgreementInput {
  const { plan, installments } = saved
  const { portfolio } = basis.data
  const facts = planFacts(plan)
  const coveredBorrower = loan.military === Military.military
  return {
    lender: documentLender(portfolio.lender, portfolio.theme.primaryColor),
    borrower: borrowerOf(applicant),
    loanNo: loan.loanNo,
    documentVersion: facts.documentVersion,
    documentDate: dateIn(at, portfolio.timeZone),
    effectiveDate: facts.effectiveDate,
    ...(approvalStateOf(basis.data, loan) === 'manual' ? { isEstimate: true } : {}),
    cancelBy: basis.calendar.next(facts.effectiveDate),
    annualRate: facts.annualRate,
    frequency: plan.frequency === PaymentFrequency.weekly ? 'weekly' : 'bi-weekly',
    disclosure: {
      apr: plan.apr,
      financeCharge: plan.financeCharge,
      amountFinanced: plan.amountFinanced,
      totalOfPayments: plan.totalOfPayments,
    },
    itemization: {
      principal: plan.amount,
      paidToBorrower: plan.amountFinanced,
      paidToOthers: [],
      prepaidFinanceCharge: facts.prepaidFinanceCharge,
    },
    ...(facts.coupon === null ? {} : { coupon: couponOf(facts.coupon) }),
    installments: installments.map(({ dueDate, amount, principal, interest, balanceAfter }) => ({
      dueDate,
      amount,
      principal,
      interest,
      balanceAfter,
    })),
    returnedPaymentFee: facts.returnedPaymentFee,
    account: {
      bankName: basis.income.report.institution,
      type: ACCOUNT_NAMES[basis.bank.accountType],
      last4: tailOf(basis.bank.accountNumber),
    },
    achAuthorization: 'offered',
    ...(portfolio.arbitration && !coveredBorrower ? { arbitrationTerms: ARBITRATION_TERMS } : {}),
    coveredBorrower,
    stateTerms: stateTerms(applicant.address.state),
    summaryLanguages: ['en', 'es'],
  }
}

const couponOf = ({ couponCode, saving, waivedFee }: PlanCouponFacts): AgreementCoupon => ({
  couponCode,
  saving,
  waivedFee,
})

function borrowerOf({
  firstName,
  middleName,
  lastName,
  address,
  email,
}: Applicant): AgreementInput['borrower'] {
  return {
    name: [firstName, middleName, lastName].filter(Boolean).join(' '),
    address: mailingAddress({ address }),
    email,
  }
}

function stateTerms(code: string): AgreementInput['stateTerms'] {
  const stateName = US_STATES.find((state) => state.code === code)?.name ?? code
  const governing = `${stateName} law applies to this agreement as far as federal law does not.`
  return { stateName, paragraphs: [governing] }
}
