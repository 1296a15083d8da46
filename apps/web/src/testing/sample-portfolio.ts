import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { CallValue } from '../api-client/call.ts'

type Program = CallValue<'getPortfolioProgram'>
type Theme = CallValue<'getPortfolio'>

const product = (kind: 'standard' | 'military', annualRate: string): Program['products'][number] => ({
  productCode: `S-${kind}`,
  name: 'Installment loan',
  kind,
  minimumAmount: '200.00',
  maximumAmount: '1000.00',
  amountStep: '50.00',
  annualRate,
  minimumInstallments: 6,
  maximumInstallments: 26,
  maximumTermDays: 182,
  returnedPaymentFee: '15.00',
  originationFeeRate: null,
  originationFeeMaximum: null,
  paymentFrequencies: [PaymentFrequency.weekly, PaymentFrequency.biWeekly],
})

/** What a lender offers: one loan, and one for covered borrowers. */
export const aProgram = (): Program => ({
  products: [product('standard', '260.00'), product('military', '34.90')],
})

/** What pages know of a brand. */
export const aTheme = (overrides: Partial<Theme> = {}): Theme => ({
  portfolioId: 118,
  version: 1,
  domainOfWeb: 'www.lender.example',
  domainOfWap: 'm.lender.example',
  faviconUrl: '/portfolios/118/favicon.svg',
  primaryColor: '#0b5563',
  secondaryColor: '#12305c',
  thirdColor: '#0f7173',
  spinner: 1,
  brandName: 'Sample Lender',
  legalName: 'Sample Lender, LLC',
  address: '1 Sample Row, Wilmington, DE 19801',
  phone: '3025550118',
  email: 'care@lender.example',
  hours: 'Always',
  licenseText: 'A sample.',
  states: ['DE', 'UT'],
  originating: true,
  timeZone: 'America/New_York',
  passwordPolicy: { minimumLength: 8, maximumLength: 128, identicalRun: 3 },
  statementFileTypes: ['csv', 'png'],
  ...overrides,
})
