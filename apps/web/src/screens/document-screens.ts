import { CouponStatus, NotificationCode } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../api-client/call.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { aCoupon, aCouponForLoan, notACoupon } from '../testing/sample-coupon.ts'
import { aHome, aHomeLoan } from '../testing/sample-home.ts'
import type { Screen } from './screen.ts'

const LOAN = { listDisbursementLoan: { data: aHome(2, [aHomeLoan()]) } } satisfies ContractAnswers
const NO_LOAN = { listDisbursementLoan: { data: aHome(1, []) } } satisfies ContractAnswers
type Coupon = CallValue<'checkCoupon'>

const coupon = (name: string, held: Coupon, answers: ContractAnswers = LOAN): Screen => ({
  name: `coupon-${name}`,
  group: 'Coupons',
  path: '/coupon/verification/SAVE10',
  answers: { ...answers, checkCoupon: { data: held } },
})

const USED = aCoupon({ couponStatus: CouponStatus.notValid, applied: true, usedOn: '2026-02-21' })

/** The three coupon pages in each of their states. */
export const couponScreens = (): readonly Screen[] => [
  { name: 'coupon-signed-out', group: 'Coupons', who: 'guest', path: '/coupon/verification/SAVE10' },
  coupon('in-effect', aCouponForLoan()),
  coupon('applied', aCouponForLoan({ applied: true })),
  coupon('no-loan', aCoupon(), NO_LOAN),
  coupon('misfit', aCoupon({ fits: false })),
  coupon('used', USED, NO_LOAN),
  coupon('not-valid', notACoupon()),
  {
    name: 'coupon-overview',
    group: 'Coupons',
    path: '/coupon/overview',
    answers: {
      ...LOAN,
      couponList: { data: { coupons: [aCoupon(), aCouponForLoan({ applied: true }), USED] } },
    },
  },
  {
    name: 'coupon-overview-empty-errors',
    group: 'Coupons',
    path: '/coupon/overview',
    act: (hand) => hand.pressAt('main form button[type="submit"]'),
  },
  {
    name: 'coupon-schedule',
    group: 'Coupons',
    path: '/coupon/schedule',
    answers: {
      ...LOAN,
      couponList: { data: { coupons: [aCouponForLoan({ applied: true })] } },
      checkCoupon: { data: aCouponForLoan({ applied: true }) },
    },
  },
  { name: 'coupon-schedule-none', group: 'Coupons', path: '/coupon/schedule', answers: NO_LOAN },
]

const REASON = { code: 'nsf', reason: '4 payments were returned.', change: 'Link another account.' }

const ADVERSE = {
  noticeNo: 'N-9',
  kind: 'adverseAction',
  loanNo: '118-0000017',
  subject: 'Notice of action taken',
  body: 'One.\n\nTwo.',
  sentAt: '2026-03-05T12:00:00-05:00',
  sentTo: 'ann@example.com',
  documentNo: 'D-9',
}

/** One page for each code of product.md §4, as a customer sees it and as somebody signed out does. */
export const notificationScreens = (): readonly Screen[] => [
  ...Object.values(NotificationCode).map(
    (code): Screen => ({
      name: `notification-${code}`,
      group: 'Notifications',
      path: `/notification/${code}`,
      answers: {
        listDisbursementLoan: { data: aHome(2, [aHomeLoan({ reasons: [REASON] })]) },
        listSection: { data: anApplication(4, { signedIn: true, nextSection: 'IBV', reasons: [REASON] }) },
        noticeList: { data: { notices: [ADVERSE] } },
      },
    }),
  ),
  { name: 'notification-302-signed-out', group: 'Notifications', who: 'guest', path: '/notification/302' },
]

const verdict = (overrides: Partial<CallValue<'verifyDocument'>>): ContractAnswers => ({
  verifyDocument: {
    data: {
      ours: true,
      whole: true,
      sha256: 'ab'.repeat(32),
      documentType: 1,
      signedAt: '2026-03-05T12:04:00-05:00',
      ...overrides,
    },
  },
})

const chooseFile: Screen['act'] = async (hand) => {
  await hand.give(
    'main input[type="file"]',
    new File(['%PDF-1.7'], 'agreement.pdf', { type: 'application/pdf' }),
  )
  await hand.pressAt('main form button[type="submit"]')
}

const documentsGroup = 'Papers and messages'

/** What was signed and sent, and the check of a document. */
export const documentScreens = (): readonly Screen[] => [
  { name: 'documents', group: documentsGroup, path: '/documents' },
  {
    name: 'documents-empty',
    group: documentsGroup,
    path: '/documents',
    answers: { documentList: { data: { documents: [] } }, noticeList: { data: { notices: [] } } },
  },
  { name: 'verify', group: documentsGroup, who: 'guest', path: '/verify' },
  {
    name: 'verify-errors',
    group: documentsGroup,
    who: 'guest',
    path: '/verify',
    act: (hand) => hand.pressAt('main form button[type="submit"]'),
  },
  {
    name: 'verify-whole',
    group: documentsGroup,
    who: 'guest',
    path: '/verify',
    answers: verdict({}),
    act: chooseFile,
  },
  {
    name: 'verify-changed',
    group: documentsGroup,
    who: 'guest',
    path: '/verify',
    answers: verdict({ whole: false }),
    act: chooseFile,
  },
  {
    name: 'verify-foreign',
    group: documentsGroup,
    who: 'guest',
    path: '/verify',
    answers: verdict({ ours: false, whole: false, documentType: null, signedAt: null }),
    act: chooseFile,
  },
]
