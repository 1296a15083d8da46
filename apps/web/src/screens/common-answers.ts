import { domainOptions } from '@dolphin/domain/form/domain-values'
import type { ContractAnswers } from '../testing/answers.ts'
import { aCustomer, someSessions } from '../testing/sample-account.ts'
import { anApplication } from '../testing/sample-application.ts'
import { someDocuments, someNotices } from '../testing/sample-documents.ts'
import { aProgram, aTheme } from '../testing/sample-portfolio.ts'
import { aChangeList, aLiveLoan } from '../testing/sample-repayment.ts'
import { aRepaymentLoan } from '../testing/sample-home.ts'
import { noMessages } from '../testing/sample-messages.ts'
import { sampleFallbackOptions, sampleInstitutions } from '../testing/sample-verification.ts'
import { portfolioConsents, portfolioForm } from './portfolio-files.ts'

const LATER = '2026-03-10T22:00:00-04:00'

/** What every screen answers where it says nothing else: the lender's forms, lists and texts, and a sample customer. */
export function commonAnswers(portfolioId: number): ContractAnswers {
  return {
    getForm: (asked) => {
      const codes = textOf(asked, 'code').split(',')
      return {
        data: { forms: Object.fromEntries(codes.map((code) => [code, portfolioForm(portfolioId, code)])) },
      }
    },
    getDomainValue: (asked) => {
      const codes = textOf(asked, 'code').split(',')
      return {
        data: { values: Object.fromEntries(codes.map((code) => [code, [...(domainOptions(code) ?? [])]])) },
      }
    },
    readForm: (asked) => ({ data: { ...ANSWERED, code: textOf(asked, 'last') } }),
    getConsentTemplate: () => ({ data: { templates: portfolioConsents(portfolioId) } }),
    getPersonal: { data: { ...ANSWERED, code: 'personal' } },
    getPersonalInfo: { data: aCustomer() },
    getHoliday: { data: [{ holidayTimeStr: '2026-05-25', name: 'Memorial Day' }] },
    getPortfolio: { data: aTheme({ portfolioId }) },
    getPortfolioProgram: { data: aProgram() },
    getProvider: { data: sampleFallbackOptions() },
    listInstitution: { data: sampleInstitutions() },
    getBankInfo: {
      data: {
        routingNumber: '•••••0021',
        valid: true,
        known: true,
        city: 'Springfield',
        state: 'UT',
        bankName: 'Sample Bank',
        takesAch: true,
        newRoutingNumber: null,
        account: ACCOUNT,
      },
    },
    listSection: { data: anApplication(0, { signedIn: true }) },
    listRequestedDocument: { data: { loanNo: '118-0000013', requests: [] } },
    documentList: { data: someDocuments() },
    noticeList: { data: someNotices() },
    listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan()] } },
    paymentDetail: { data: aLiveLoan() },
    listChange: { data: aChangeList() },
    listMessage: { data: noMessages() },
    couponList: { data: { coupons: [] } },
    listSession: { data: { sessions: someSessions() } },
    extendSession: { data: { idleExpiresAt: LATER, expiresAt: LATER } },
  }
}

const ACCOUNT = { accountMasked: '••••6789', accountType: 3001 } as const

/** What a section was answered with; a form takes what it asks for. */
const ANSWERED = {
  externalKey: 'A-1',
  version: 1,
  values: {
    firstName: 'Ann',
    lastName: 'Example',
    birthDate: '1988-04-17',
    street: '100 Sample Street',
    city: 'Springfield',
    state: 'UT',
    zip: '84101',
    cellPhone: '3035550142',
    email: 'ann@example.com',
    incomeType: '7002',
    monthlyNetIncome: '4000.00',
  },
  masked: { ssn: '***-**-6789' },
  fromReport: [],
}

function textOf(asked: unknown, name: string): string {
  const value: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, name) : undefined
  return typeof value === 'string' ? value : ''
}
