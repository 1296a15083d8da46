import { BankAccountType, IncomeType, JobType, PayrollType, SectionKey } from '../applications/codes.ts'
import { UsState } from '../applications/us-states.ts'
import { PaydayAvailability, PaydayOfWeek, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { Ticket } from '../channel/ticket.ts'
import { DocumentType } from '../documents/document-type.ts'
import { AccountStatus, ContactType, CreateAccountType, GrantType, OptInFlag } from '../identity/codes.ts'
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
} from '../loans/codes.ts'
import {
  ChangeType,
  InstallmentFlag,
  PaymentMode,
  PayoffOption,
  TransactionMode,
  TransactionStatus,
  TransactionType,
} from '../payments/codes.ts'
import { IbvStatus } from '../verification/ibv-status.ts'
import { FormActionMode } from '../form/form-action-mode.ts'

/** Every enumeration of product.md §3, §4 and §6, by the code that get-domain-value takes. */
export const ENUMERATIONS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
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
