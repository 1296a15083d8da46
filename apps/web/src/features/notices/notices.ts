import { NotificationCode } from '@dolphin/domain/loans/codes'
import type { IconName } from '@dolphin/ui/icon/icon'
import type { notificationText } from './messages.ts'

/** The texts that stand by themselves, without values to fill in. */
type TextId = Exclude<Parameters<typeof notificationText>[0], 'changes' | 'call' | 'triesLeft'>

/** What a notification page says and how it feels. */
export interface NoticePage {
  readonly icon: IconName
  readonly tone: 'info' | 'success' | 'warning'
  readonly title: TextId
  readonly lead: TextId
  readonly more?: TextId
}

/** One page for every code of product.md §4; a missing one does not compile. */
export const NOTICE_PAGES: Readonly<Record<NotificationCode, NoticePage>> = {
  [NotificationCode.pendingNote]: {
    icon: 'clock',
    tone: 'info',
    title: 'pendingTitle',
    lead: 'pending',
  },
  [NotificationCode.applicationSuccess]: {
    icon: 'check',
    tone: 'success',
    title: 'successTitle',
    lead: 'success',
  },
  [NotificationCode.paymentSuccess]: {
    icon: 'check',
    tone: 'success',
    title: 'paymentTitle',
    lead: 'payment',
    more: 'paymentMore',
  },
  [NotificationCode.bankStatementUploadSuccess]: {
    icon: 'upload',
    tone: 'success',
    title: 'uploadTitle',
    lead: 'upload',
  },
  [NotificationCode.notInCustomerReview]: {
    icon: 'clock',
    tone: 'info',
    title: 'reviewTitle',
    lead: 'review',
    more: 'reviewMore',
  },
  [NotificationCode.bankLinkChecking]: {
    icon: 'bank',
    tone: 'info',
    title: 'checkingTitle',
    lead: 'checking',
  },
  [NotificationCode.noQualifiedAmount]: {
    icon: 'bank',
    tone: 'warning',
    title: 'noAmountTitle',
    lead: 'noAmount',
  },
  [NotificationCode.paperCheck]: { icon: 'mail', tone: 'success', title: 'checkTitle', lead: 'check' },
  [NotificationCode.cancelUpload]: {
    icon: 'close',
    tone: 'info',
    title: 'canceledTitle',
    lead: 'canceled',
  },
  [NotificationCode.stepAlreadyDone]: { icon: 'check', tone: 'success', title: 'doneTitle', lead: 'done' },
  [NotificationCode.withdrawn]: { icon: 'info', tone: 'warning', title: 'withdrawnTitle', lead: 'withdrawn' },
  [NotificationCode.invalidLink]: {
    icon: 'warning',
    tone: 'warning',
    title: 'invalidTitle',
    lead: 'invalid',
  },
}

/** 103 where the borrower makes the payment: it is expected, and nothing is changed yet. */
export const EXPECTED_PAYMENT: NoticePage = {
  icon: 'clock',
  tone: 'info',
  title: 'expectedTitle',
  lead: 'expected',
  more: 'expectedMore',
}

/** The code of an address; undefined where there is no such page. */
export const notificationCode = (text: string): NotificationCode | undefined =>
  Object.values(NotificationCode).find((code) => String(code) === text)
