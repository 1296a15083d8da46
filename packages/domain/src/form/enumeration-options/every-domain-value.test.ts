import { describe, expect, test } from 'vitest'
import { BankAccountType, IncomeType, JobType, PayrollType, SectionKey } from '../../applications/codes.ts'
import { UsState } from '../../applications/us-states.ts'
import { PaydayAvailability, PaydayOfWeek, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { Ticket } from '../../channel/ticket.ts'
import { DocumentType } from '../../documents/document-type.ts'
import { AccountStatus, ContactType, CreateAccountType, GrantType, OptInFlag } from '../../identity/codes.ts'
import {
  AmountResult,
  CollectingSubStatus,
  CouponStatus,
  CustomerCategory,
  HomeFlag,
  LoanFlag,
  LoanStatus,
  Military,
  NoiaSituation,
  NotificationCode,
  OriginatingSubStatus,
  ReviewStatus,
  RiskReport,
  SignStatus,
  SuspendedSubStatus,
  TerminatedSubStatus,
  TrackerStep,
} from '../../loans/codes.ts'
import {
  ChangeType,
  InstallmentFlag,
  PaymentMode,
  PayoffOption,
  TransactionMode,
  TransactionStatus,
  TransactionType,
} from '../../payments/codes.ts'
import { IbvStatus } from '../../verification/ibv-status.ts'
import { FormActionMode } from '../form-action-mode.ts'
import { everyOption } from './every-domain-value.ts'

/** Every enumeration of product.md §3, §4 and §6, by the code that get-domain-value takes. */
const ENUMERATIONS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  incomeType: IncomeType,
  payrollType: PayrollType,
  payrollFrequency: PayrollFrequency,
  paymentFrequency: PaymentFrequency,
  paydayOfWeek: PaydayOfWeek,
  paydayOnHoliday: PaydayOnHoliday,
  paydayAvailability: PaydayAvailability,
  jobType: JobType,
  bankAccountType: BankAccountType,
  military: Military,
  usState: UsState,
  loanStatus: LoanStatus,
  originatingSubStatus: OriginatingSubStatus,
  suspendedSubStatus: SuspendedSubStatus,
  collectingSubStatus: CollectingSubStatus,
  terminatedSubStatus: TerminatedSubStatus,
  reviewStatus: ReviewStatus,
  signStatus: SignStatus,
  trackerStep: TrackerStep,
  homeFlag: HomeFlag,
  notificationCode: NotificationCode,
  loanFlag: LoanFlag,
  amountResult: AmountResult,
  noiaSituation: NoiaSituation,
  riskReport: RiskReport,
  couponStatus: CouponStatus,
  customerCategory: CustomerCategory,
  paymentMode: PaymentMode,
  transactionMode: TransactionMode,
  transactionType: TransactionType,
  transactionStatus: TransactionStatus,
  changeType: ChangeType,
  installmentFlag: InstallmentFlag,
  payoffOption: PayoffOption,
  ibvStatus: IbvStatus,
  ticket: Ticket,
  formActionMode: FormActionMode,
  contactType: ContactType,
  accountStatus: AccountStatus,
  createAccountType: CreateAccountType,
  optInFlag: OptInFlag,
  grantType: GrantType,
  documentType: DocumentType,
  sectionKey: SectionKey,
}

const days = (...special: readonly number[]) => [
  ...Array.from({ length: 31 }, (_, day) => day + 1),
  ...special,
]

describe('product.md §7: get-domain-value serves every enumeration of §3 and §4', () => {
  test.each(Object.entries(ENUMERATIONS))('%s, each value once, with its numbers', (code, enumeration) => {
    const values = everyOption(code)?.map(({ value }) => value)
    expect(values?.toSorted()).toEqual(Object.values(enumeration).map(String).toSorted())
  })

  test('days of the month: semi-monthly 1-31 and -1, monthly also -11, -12, -13', () => {
    const valuesOf = (code: string) => everyOption(code)?.map(({ value }) => Number(value))
    expect(valuesOf('semiMonthlyDay')).toEqual(days(-1))
    expect(valuesOf('monthlyDay')).toEqual(days(-1, -11, -12, -13))
  })

  test('every option has a label in both languages, and an unknown code no list', () => {
    for (const list of Object.keys(ENUMERATIONS).map((code) => everyOption(code) ?? [])) {
      expect(list.length).toBeGreaterThan(0)
      for (const { label, labelEs } of list) expect([label, labelEs]).not.toContain('')
    }
    expect(everyOption('toString')).toBeUndefined()
  })
})
