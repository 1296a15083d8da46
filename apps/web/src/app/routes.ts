import { appText } from './messages.ts'

/** What a page's component receives: the parts of its path. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>
}

export interface PageRoute {
  /** In the router's notation: ":name" is a part, "*" the rest. */
  readonly path: string
  /** `features/<feature>/<page>-page.tsx`, without ending; its default export is the page. */
  readonly page: string
  readonly title: () => string
}

const route = (path: string, page: string, title: () => string): PageRoute => ({ path, page, title })

/** Every route of product.md §2, and ours besides: /account, /my-data, /documents, /messages, /verify (pages.md). */
export const ROUTES: readonly PageRoute[] = [
  route('/sign-in', 'identity/sign-in', () => appText('titleSignIn')),
  route('/send-set-link', 'identity/send-set-link', () => appText('titleSendSetLink')),
  route('/create-account/:resource', 'identity/create-account', () => appText('titleCreateAccount')),
  route('/send-reset-link', 'identity/send-reset-link', () => appText('titleSendResetLink')),
  route('/reset-password/:resource', 'identity/reset-password', () => appText('titleResetPassword')),
  route('/account', 'identity/account', () => appText('account')),
  route('/change-password', 'identity/change-password', () => appText('titleChangePassword')),
  route('/my-data', 'identity/my-data', () => appText('titleMyData')),
  route('/welcome', 'consents/consent', () => appText('titleWelcome')),
  route('/consent', 'consents/consent', () => appText('titleConsent')),
  route('/guidance', 'applications/guidance', () => appText('titleGuidance')),
  route('/web-guidance', 'applications/guidance', () => appText('titleWebGuidance')),
  route('/web-guidance/*', 'applications/guidance', () => appText('titleWebGuidance')),
  route('/application/:resource', 'applications/application', () => appText('titleApplication')),
  route('/returning/:resource', 'applications/application', () => appText('titleReturning')),
  route('/complete-information/:resource', 'applications/application', () =>
    appText('titleCompleteInformation'),
  ),
  route('/pending-application/:resource', 'applications/application', () =>
    appText('titlePendingApplication'),
  ),
  route('/signature/:resource', 'agreements/signature', () => appText('titleSignature')),
  route('/coupon/verification/:identifier', 'coupons/verification', () => appText('titleCouponVerification')),
  route('/coupon/overview', 'coupons/overview', () => appText('titleCouponOverview')),
  route('/coupon/schedule', 'coupons/schedule', () => appText('titleCouponSchedule')),
  route('/disbursement/loan-application', 'disbursement/loan-application', () =>
    appText('titleDisbursement'),
  ),
  route('/disbursement/loan-details', 'disbursement/loan-details', () => appText('titleDisbursementDetails')),
  route('/disbursement/signature', 'disbursement/signature', () => appText('titleDisbursementSignature')),
  route('/home', 'home/home', () => appText('titleHome')),
  route('/loan-agreement', 'applications/loan-agreement', () => appText('titleLoanAgreement')),
  route('/repayment/loan-details', 'servicing/loan-details', () => appText('titleRepayment')),
  route('/notification/:code', 'notices/notification', () => appText('titleNotification')),
  route('/documents', 'documents/documents', () => appText('titleDocuments')),
  route('/messages', 'messages/messages', () => appText('titleMessages')),
  route('/verify', 'documents/verify', () => appText('titleVerify')),
]

/** Paths that only lead elsewhere (product.md §2). */
export const REDIRECTS: Readonly<Record<string, string>> = { '/': '/sign-in', '/simulator': '/' }

/** The three error pages stand in the first chunk: they must show when no other chunk can be loaded. */
export const ERROR_PATHS = ['/404', '/403', '/500'] as const
