import { describe, expect, test } from 'vitest'
import { CONTACT_KEYS, ContactType, hasOptInFlag, OptInFlag } from './identity/codes.ts'
import { US_STATES } from './applications/us-states.ts'
import { PaydayOfMonth } from './calendar/payday-rules.ts'
import { PAYROLL_PERIODS } from './calendar/payroll-frequency.ts'
import { ENUMERATIONS } from './testing/every-enumeration.ts'

/** Names and numbers, written by hand from product.md §3, §4 and §6; the sum of it is the test. */
const NUMBERS: Readonly<Record<string, string>> = {
  payrollType: 'directDeposit 18000, paperCheck 18001, cash 18002, unemployedInsurance 18003',
  incomeType:
    'disability 7000, socialSecurity 7001, employed 7002, unemployment 7003, pension 7004, others 7005',
  payrollFrequency: 'weekly 17003, biWeekly 17000, semiMonthly 17002, monthly 17001',
  paymentFrequency: 'weekly 17003, biWeekly 17000',
  bankAccountType: 'checking 3001, savings 3000, moneyMarket 3002',
  paydayOnHoliday: 'previousBusinessDay -1, nextBusinessDay 1',
  paydayAvailability: 'sameDay 0, nextBusinessDay 1',
  jobType: 'fullTime 1000, partTime 1001',
  paydayOfWeek: 'monday 2, tuesday 3, wednesday 4, thursday 5, friday 6',
  contactType: 'homePhone 1, cellPhone 2, email 3, alternativePhone 4, alternativeEmail 5',
  documentType:
    'agreement 1, achAuthorization 2, electronicRecordsConsent 3, privacyNotice 4, federalDisclosure 5, ' +
    'adverseAction 6, noia 7, bankStatement 8, payoffLetter 9, paidInFullLetter 10, receipt 11, ' +
    'accountStatement 12, militaryCertificate 13, amendment 14, ssn 100, driverLicense 101, ' +
    'graduationCertificate 102',
  optInFlag: 'doNotCall 2, uncontactable 4, marketing 8, operation 16',
  military: 'military 1, unknown 0, notMilitary -1',
  customerCategory: 'new 1, returning 2',
  riskReport: 'highRisk 1, noRisk 0, noReport -1',
  amountResult: 'availableMatched 1, availableUnmatched 2, unavailable 3',
  couponStatus: 'notValid -1, inEffect 1',
  noiaSituation: 'notSubmitted 201, noIbv 202, notVerified 203, notQualified 204',
  createAccountType: 'guidance 1, home 2, end 3, signLoanAgreement 4',
  loanFlag:
    'recreateRequestCode 10000, recalculateLoanAmount 10001, recalculatePaymentPlan 10002, ' +
    'reSignLoanAgreement 10003',
  loanStatus:
    'initializing 101, originating 102, withdrawn 103, approved 104, pending 201, disbursed 202, ' +
    'processing 203, suspended 204, collecting 205, terminated 206',
  reviewStatus: 'customer 20001, agent 20002, underwriter 20004, tribe 20005, corrector 20006',
  signStatus: 'notSigned 0, signed 1, expired 2, cancelled 3, voided 4, suspended 5',
  trackerStep:
    'applicationSubmitted 1, preUnderwriterReview 2, applicationApproved 3, fundingInProgress 4, ' +
    'fundingCompleted 5, exception 6',
  homeFlag:
    'noLoanAmount 1, prepareApplication 2, unsigned 3, inProgress 4, repaymentLoan 5, repairInformation 6',
  ibvStatus:
    'otherError -3, financialInstitutionError -2, accountError -1, notStarted 0, startedNotCompleted 1, ' +
    'loginVerified 3, inProgress 20, successful 100',
  accountStatus: 'active 1, inactive -1, duplicate -2, frozen -3',
  ticket: 'signatureCallback 3001, cutOffTimeExpired 3002, inProgress 3003',
  formActionMode: 'preview 0, save 1',
  notificationCode:
    'pendingNote 101, applicationSuccess 102, paymentSuccess 103, bankStatementUploadSuccess 104, ' +
    'notInCustomerReview 201, bankLinkChecking 202, noQualifiedAmount 203, paperCheck 204, ' +
    'cancelUpload 205, stepAlreadyDone 206, withdrawn 301, invalidLink 302',
  paymentMode:
    'ach 15000, cash 15001, cashierCheck 15002, creditCard 15003, debitCard 15004, moneyGram 15005, ' +
    'moneyOrder 15006, personalCheck 15007, westernUnion 15008, wire 15009, loanTransfer 15010, ' +
    'none 15011, wageAssignment 15012, instantFund 15014',
  /** Numbers of ACH, paper check, none and RTT: domain.md §1. */
  transactionMode: 'ach 15000, paperCheck 15013, none 15011, rtt 15017, tpt 15016, rcc 15018',
  transactionType: 'credit 14000, debit 14001, refund 14002',
  transactionStatus: 'none 0, pending 1, notChecked 2, checked 3, onBatch 4, rejected -1, pastDue -2',
  /** Names of 301 to 306: domain.md §10. */
  changeType:
    'none 0, payOff 101, payOffInN 102, payDown 103, revokeFutureAch 104, changePayrollDate 105, ' +
    'changePayrollFrequency 106, changePaymentMode 107, paydayOnHoliday 108, paydayAvailability 109, ' +
    'payFixedAmount 111, skip 201, makeup 202, changeAmount 203, changeMode 204, changeDate 205, ' +
    'partialMakeup 206, refundOverpayment 301, refundDuplicateDebit 302, refundFee 303, ' +
    'refundInterest 304, refundGoodwill 305, refundAfterCancellation 306, manualReject 901, ' +
    'manualChecked 903, cancelChange 905',
  installmentFlag:
    'default 0, deleted 1, fullyRefunded 2, cancelled 4, collection 8, partlyRefunded 16, new 256',
  payoffOption: 'oneTimePayment 510, payOffInN 102, fixedAmount 111',
  grantType: 'employee 1, customer 2',
}

/** Those whose values are words, in order. */
const KEYS: Readonly<Record<string, string>> = {
  originatingSubStatus:
    'customerReview, agentReview, underwriterReview, tribeReview, autoValidation, nonVoiceAgentReview, blocked',
  suspendedSubStatus: 'badStanding, hardReturn, cccs, bankruptcy, noFuturePayment, miscellaneous, activeDuty',
  collectingSubStatus: 'settled, notified, pocketed, accepted, rePlanned, rejected, cleared',
  terminatedSubStatus: 'voided, paidOff, cancelled',
  sectionKey: 'summary, personal, employment, bank, question, IBV, loanDetail, paymentSchedule, paymentFee',
}

const asObject = (text: string) =>
  Object.fromEntries(
    text.split(', ').map((pair) => [pair.split(' ')[0] ?? '', Number(pair.split(' ')[1] ?? Number.NaN)]),
  )

describe('every enumeration has the names and numbers of product.md §3, §4 and §6', () => {
  test.each(Object.entries(NUMBERS))('%s', (code, expected) => {
    expect(ENUMERATIONS[code]).toEqual(asObject(expected))
  })

  test.each(Object.entries(KEYS))('keys of %s', (code, expected) => {
    expect(Object.values(ENUMERATIONS[code] ?? {})).toEqual(expected.split(', '))
  })

  test('none is left out; the states have a list of their own', () => {
    const named = [...Object.keys(NUMBERS), ...Object.keys(KEYS), 'usState']
    expect(named.toSorted()).toEqual(Object.keys(ENUMERATIONS).toSorted())
  })

  test('special days of the month (product.md §3)', () => {
    expect(PaydayOfMonth).toEqual({ lastDay: -1, lastBusinessDay: -11, midMonth: -12, firstBusinessDay: -13 })
  })

  test('pay periods in days and per year (product.md §3)', () => {
    expect(PAYROLL_PERIODS).toEqual({
      17003: { periodDays: 7, perYear: 52 },
      17000: { periodDays: 14, perYear: 26 },
      17002: { periodDays: 15, perYear: 24 },
      17001: { periodDays: 30, perYear: 12 },
    })
  })

  test('each contact has its field and its verify flag key (product.md §3)', () => {
    for (const { key, verifyKey } of Object.values(CONTACT_KEYS)) expect(verifyKey).toBe(`${key}Verify`)
    expect(Object.values(CONTACT_KEYS).map((contact) => contact.key)).toEqual(Object.keys(ContactType))
  })

  test('US states: fifty, DC and PR, each code and FIPS number once (product.md §3)', () => {
    expect(US_STATES).toHaveLength(52)
    expect(new Set(US_STATES.map((state) => state.code)).size).toBe(52)
    expect(new Set(US_STATES.map((state) => state.fips)).size).toBe(52)
    expect(US_STATES.find((state) => state.code === 'DC')).toEqual({
      code: 'DC',
      name: 'District of Columbia',
      fips: '11',
    })
    expect(US_STATES.find((state) => state.code === 'PR')?.fips).toBe('72')
  })

  test('opt-in flags are bits of one sum (product.md §3)', () => {
    const sum = OptInFlag.marketing | OptInFlag.doNotCall
    expect(hasOptInFlag(sum, OptInFlag.marketing)).toBe(true)
    expect(hasOptInFlag(sum, OptInFlag.operation)).toBe(false)
  })
})
