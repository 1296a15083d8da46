import { NotificationCode } from '@dolphin/domain/loan/notification-code'
import type { IconName } from '@dolphin/ui/icon/icon'
import type { notificationText } from './messages.ts'

/** The texts that stand by themselves, without values to fill in. */
type TextId = Exclude<Parameters<typeof notificationText>[0], 'changes' | 'call' | 'triesLeft'>

/** What a notification page says and how it feels. */
export interface NoticePage {
  readonly icon: IconName
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly title: TextId
  readonly lead: TextId
  readonly more?: TextId
}

/** One page for every code of product.md §4; a missing one does not compile. */
export const NOTICE_PAGES: Readonly<Record<NotificationCode, NoticePage>> = {
  [NotificationCode.pendingNote]: {
    icon: 'clock',
    tone: 'waiting',
    title: 'pendingTitle',
    lead: 'pending',
  },
  [NotificationCode.applicationSuccess]: {
    icon: 'check',
    tone: 'good',
    title: 'successTitle',
    lead: 'success',
  },
  [NotificationCode.paymentSuccess]: {
    icon: 'check',
    tone: 'good',
    title: 'paymentTitle',
    lead: 'payment',
    more: 'paymentMore',
  },
  [NotificationCode.bankStatementUploadSuccess]: {
    icon: 'upload',
    tone: 'good',
    title: 'uploadTitle',
    lead: 'upload',
  },
  [NotificationCode.notInCustomerReview]: {
    icon: 'clock',
    tone: 'waiting',
    title: 'reviewTitle',
    lead: 'review',
    more: 'reviewMore',
  },
  [NotificationCode.bankLinkChecking]: {
    icon: 'bank',
    tone: 'waiting',
    title: 'checkingTitle',
    lead: 'checking',
  },
  [NotificationCode.noQualifiedAmount]: {
    icon: 'bank',
    tone: 'bad',
    title: 'noAmountTitle',
    lead: 'noAmount',
  },
  [NotificationCode.paperCheck]: { icon: 'mail', tone: 'good', title: 'checkTitle', lead: 'check' },
  [NotificationCode.cancelUpload]: {
    icon: 'close',
    tone: 'waiting',
    title: 'cancelledTitle',
    lead: 'cancelled',
  },
  [NotificationCode.stepAlreadyDone]: { icon: 'check', tone: 'good', title: 'doneTitle', lead: 'done' },
  [NotificationCode.withdrawn]: { icon: 'info', tone: 'bad', title: 'withdrawnTitle', lead: 'withdrawn' },
  [NotificationCode.invalidLink]: { icon: 'warning', tone: 'bad', title: 'invalidTitle', lead: 'invalid' },
}

/** The code of an address; undefined where there is no such page. */
export const notificationCode = (text: string): NotificationCode | undefined =>
  Object.values(NotificationCode).find((code) => String(code) === text)
