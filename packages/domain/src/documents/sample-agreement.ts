import { addDays, localDate } from '../calendar/local-date.ts'
import { cents, ZERO_CENTS } from '../money/cents.ts'
import { AGREEMENT_VERSION } from '../payments/payment-order.ts'
import type { AgreementInput, AgreementInstallment } from './agreement-input.ts'

/** What each of 13 bi-weekly payments of the example repays of 500.00, in cents. */
const PRINCIPALS = [
  1_973n,
  2_170n,
  2_387n,
  2_626n,
  2_888n,
  3_177n,
  3_494n,
  3_844n,
  4_228n,
  4_651n,
  5_116n,
  5_628n,
  7_818n,
]

function sampleInstallments(): readonly AgreementInstallment[] {
  let balance = 50_000n
  return PRINCIPALS.map((principal, index) => {
    const last = index === PRINCIPALS.length - 1
    const amount = last ? 8_600n : 7_000n
    balance -= principal
    return {
      dueDate: addDays(localDate(2026, 3, 20), 14 * index),
      amount: cents(amount),
      principal: cents(principal),
      interest: cents(amount - principal),
      balanceAfter: cents(balance),
    }
  })
}

/**
 * An agreement with invented parties and figures that add up; for examples and tests of the documents.
 * The figures are not those of a product: they prove what is printed, not how it is computed.
 */
export function sampleAgreement(overrides: Partial<AgreementInput> = {}): AgreementInput {
  return {
    lender: {
      brandName: 'Sample Brand',
      legalName: 'Sample Lender LLC',
      address: { street: '1 Sample Street', city: 'Dover', state: 'DE', zip: '19901' },
      phone: '(555) 555-0100',
      email: 'help@example.com',
      hours: 'Monday to Friday, 8 AM to 8 PM Eastern time',
      licenseText: 'Sample Lender LLC is licensed by the State of Delaware, sample license 000000.',
      primaryColor: '#0b5cad',
    },
    borrower: {
      name: 'Zoë O’Brien-Núñez',
      address: { street: '12 Elm St #4', city: 'Wilmington', state: 'DE', zip: '19801' },
      email: 'borrower@example.com',
    },
    loanNo: '118-0000017',
    documentVersion: AGREEMENT_VERSION,
    documentDate: localDate(2026, 3, 5),
    effectiveDate: localDate(2026, 3, 6),
    cancelBy: localDate(2026, 3, 9),
    annualRate: '260.00',
    frequency: 'bi-weekly',
    disclosure: {
      apr: '258.32',
      financeCharge: cents(42_600n),
      amountFinanced: cents(50_000n),
      totalOfPayments: cents(92_600n),
    },
    itemization: {
      principal: cents(50_000n),
      paidToBorrower: cents(50_000n),
      paidToOthers: [],
      prepaidFinanceCharge: ZERO_CENTS,
    },
    installments: sampleInstallments(),
    returnedPaymentFee: cents(1_500n),
    account: { bankName: 'Sample Bank', type: 'checking', last4: '6789' },
    achAuthorization: 'offered',
    coveredBorrower: false,
    stateTerms: {
      stateName: 'Delaware',
      paragraphs: ['Delaware law applies to this agreement as far as federal law does not.'],
    },
    summaryLanguages: ['en', 'es'],
    ...overrides,
  }
}
