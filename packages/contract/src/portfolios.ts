import { z } from 'zod'
import { defineCall } from './call.ts'
import { everyEmployee } from './staff-rule.ts'
import { hexColor, money, percent, portfolioId, queryPortfolioId, resource, text, usState } from './wire.ts'
import { paymentFrequencyCode } from './wire-codes.ts'

/** What pages need of a brand: theme, domains, lender, limits. */
export const portfolioTheme = z.strictObject({
  portfolioId,
  version: z.int(),
  domainOfWeb: text(253),
  domainOfWap: text(253),
  faviconUrl: text(500),
  primaryColor: hexColor,
  secondaryColor: hexColor,
  thirdColor: hexColor,
  spinner: z.int().min(1).max(7),
  brandName: text(120),
  legalName: text(200),
  address: text(300),
  phone: text(20),
  email: text(254),
  /** Words in the reader's language. */
  hours: text(4_000),
  licenseText: text(4_000),
  states: z.array(usState).max(60),
  originating: z.boolean(),
  timeZone: text(60),
  passwordPolicy: z.strictObject({
    minimumLength: z.int(),
    maximumLength: z.int(),
    identicalRun: z.int(),
  }),
  statementFileTypes: z.array(z.enum(['csv', 'png', 'pdf'])).max(3),
})

/** The whole of it, for operations. */
export const portfolioWhole = z.strictObject({
  ...portfolioTheme.shape,
  approvalMode: z.enum(['automatic', 'manual']),
  tribeReview: z.boolean(),
  arbitration: z.boolean(),
  ibvProvider: text(40),
  cutOffSameDay: text(5),
  cutOffBatch: text(5),
  collectionDayCount: z.int(),
  pastDueGraceDays: z.int(),
  waiveRestBelow: money,
})

export const assistantGetPortfolioCall = defineCall({
  name: 'assistantGetPortfolio',
  method: 'GET',
  path: '/dolphin-loan/assistant/portfolio/get',
  feature: 'portfolios',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'A portfolio by its number',
  source: 'product.md §7',
})

export const getPortfolioByDomainCall = defineCall({
  name: 'getPortfolioByDomain',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-portfolio-by-domain',
  feature: 'portfolios',
  access: 'public',
  request: { query: z.strictObject({ domain: text(253) }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The portfolio of a page domain; localhost is 118',
  source: 'product.md §7',
})

export const getPortfolioIdCall = defineCall({
  name: 'getPortfolioId',
  method: 'POST',
  path: '/dolphin-loan/online/portfolioId/get',
  feature: 'portfolios',
  access: 'public',
  request: { body: z.strictObject({ domain: text(253).optional(), resource: resource.optional() }) },
  reply: z.strictObject({ portfolioId }),
  storesNothing: 'always',
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'The portfolio of a page domain or of a link',
  source: 'product.md §7',
})

export const getPortfolioProgramCall = defineCall({
  name: 'getPortfolioProgram',
  method: 'GET',
  path: '/infrastructure/get-portfolio-program',
  feature: 'portfolios',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({
    products: z
      .array(
        z.strictObject({
          productCode: text(40),
          name: text(200),
          kind: z.enum(['standard', 'military']),
          minimumAmount: money,
          maximumAmount: money,
          amountStep: money,
          annualRate: percent,
          minimumInstallments: z.int(),
          maximumInstallments: z.int(),
          maximumTermDays: z.int(),
          returnedPaymentFee: money,
          originationFeeRate: percent.nullable(),
          originationFeeMaximum: money.nullable(),
          paymentFrequencies: z.array(paymentFrequencyCode).max(2),
        }),
      )
      .max(20),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The loan products of a portfolio',
  source: 'product.md §7',
})

export const getPortfolioCall = defineCall({
  name: 'getPortfolio',
  method: 'GET',
  path: '/dolphin-config/get-portfolio',
  feature: 'portfolios',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'A portfolio by its number; the page domain decides without',
  source: 'product.md §7',
})

export const listPortfolioCall = defineCall({
  name: 'listPortfolio',
  method: 'GET',
  path: '/dolphin-config/list-portfolio',
  feature: 'portfolios',
  access: 'public',
  staff: everyEmployee,
  request: {},
  reply: z.strictObject({
    portfolios: z.array(portfolioTheme).max(500),
    /** For grant EMPLOYEE; empty for everyone else. */
    whole: z.array(portfolioWhole).max(500),
  }),
  refusals: [],
  idempotent: false,
  summary: 'All portfolios: themes for anyone, the whole for operations',
  source: 'product.md §7',
})
