import { SUSPEND_REASONS } from '@dolphin/domain/servicing/acts/status-moves'
import { BankAccountType, SectionKey } from '@dolphin/domain/applications/codes'
import { AccountStatus, ContactType, CreateAccountType } from '@dolphin/domain/identity/codes'
import {
  AmountResult,
  CollectingSubStatus,
  CouponStatus,
  CustomerCategory,
  HomeFlag,
  LoanFlag,
  LoanStatus,
  NoiaSituation,
  NotificationCode,
  OriginatingSubStatus,
  ReviewStatus,
  RiskReport,
  SignStatus,
  SuspendedSubStatus,
  TerminatedSubStatus,
  TrackerStep,
} from '@dolphin/domain/loans/codes'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { z } from 'zod'
import { fromDigits } from './wire.ts'

/** The domain's enumerations as schemas; the numbers stand in the domain alone. */
export const accountStatusCode = z.enum(AccountStatus)
export const amountResultCode = z.enum(AmountResult)
export const bankAccountTypeCode = z.enum(BankAccountType)
export const contactTypeCode = z.enum(ContactType)
export const couponStatusCode = z.enum(CouponStatus)
export const createAccountTypeCode = z.enum(CreateAccountType)
export const customerCategoryCode = z.enum(CustomerCategory)
export const documentTypeCode = z.enum(DocumentType)
export const formActionModeCode = z.enum(FormActionMode)
export const homeFlagCode = z.enum(HomeFlag)
export const ibvStatusCode = z.enum(IbvStatus)
export const loanFlagCode = z.enum(LoanFlag)
export const loanStatusCode = z.enum(LoanStatus)
export const noiaSituationCode = z.enum(NoiaSituation)
export const notificationCode = z.enum(NotificationCode)
export const paydayAvailabilityCode = z.enum(PaydayAvailability)
export const paydayOnHolidayCode = z.enum(PaydayOnHoliday)
export const paymentFrequencyCode = z.enum(PaymentFrequency)
export const payrollFrequencyCode = z.enum(PayrollFrequency)
/** The older code of a review, beside the sub-status. Source: product.md §4. */
export const reviewStatusCode = z.enum(ReviewStatus)
export const riskReportCode = z.enum(RiskReport)
export const sectionKey = z.enum(SectionKey)
export const signStatusCode = z.enum(SignStatus)
export const ticketCode = z.enum(Ticket)
export const trackerStepCode = z.enum(TrackerStep)
export const consentKind = z.enum(ConsentKind)
export const originatingSubStatus = z.enum(OriginatingSubStatus)
/** Why an employee suspends; facts of law are noted beside the status. */
export const suspendReason = z.enum(SUSPEND_REASONS)
export const collectingSubStatus = z.enum(CollectingSubStatus)
export const loanSubStatus = z.enum({
  ...OriginatingSubStatus,
  ...SuspendedSubStatus,
  ...CollectingSubStatus,
  ...TerminatedSubStatus,
})

/** A payment frequency in a query, where everything is text. */
export const queryPaymentFrequency = fromDigits(paymentFrequencyCode)
