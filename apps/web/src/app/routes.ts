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

/** Every route of product.md §2, and ours besides: /documents, /messages, /verify (pages.md). */
export const ROUTES: readonly PageRoute[] = [
  route('/sign-in', 'identity/sign-in', () => appText('titleSignIn')),
  route('/send-set-link', 'identity/send-set-link', () => appText('titleSendSetLink')),
  route('/create-account/:resource', 'identity/create-account', () => appText('titleCreateAccount')),
  route('/send-reset-link', 'identity/send-reset-link', () => appText('titleSendResetLink')),
  route('/reset-password/:resource', 'identity/reset-password', () => appText('titleResetPassword')),
  route('/change-password', 'identity/change-password', () => appText('titleChangePassword')),
  route('/welcome', 'consent/consent', () => appText('titleWelcome')),
  route('/consent', 'consent/consent', () => appText('titleConsent')),
  route('/guidance', 'application/guidance', () => appText('titleGuidance')),
  route('/web-guidance', 'application/guidance', () => appText('titleWebGuidance')),
  route('/web-guidance/*', 'application/guidance', () => appText('titleWebGuidance')),
  route('/application/:resource', 'application/application', () => appText('titleApplication')),
  route('/returning/:resource', 'application/application', () => appText('titleReturning')),
  route('/complete-information/:resource', 'application/application', () =>
    appText('titleCompleteInformation'),
  ),
  route('/pending-application/:resource', 'application/application', () =>
    appText('titlePendingApplication'),
  ),
  route('/signature/:resource', 'agreement/signature', () => appText('titleSignature')),
  route('/coupon/verification/:identifier', 'coupon/verification', () => appText('titleCouponVerification')),
  route('/coupon/overview', 'coupon/overview', () => appText('titleCouponOverview')),
  route('/coupon/schedule', 'coupon/schedule', () => appText('titleCouponSchedule')),
  route('/disbursement/loan-application', 'disbursement/loan-application', () =>
    appText('titleDisbursement'),
  ),
  route('/disbursement/loan-details', 'disbursement/loan-details', () => appText('titleDisbursementDetails')),
  route('/disbursement/signature', 'disbursement/signature', () => appText('titleDisbursementSignature')),
  route('/home', 'home/home', () => appText('titleHome')),
  route('/loan-agreement', 'application/loan-agreement', () => appText('titleLoanAgreement')),
  route('/repayment/loan-details', 'repayment/loan-details', () => appText('titleRepayment')),
  route('/notification/:code', 'notification/notification', () => appText('titleNotification')),
  route('/documents', 'document/documents', () => appText('titleDocuments')),
  route('/messages', 'message/messages', () => appText('titleMessages')),
  route('/verify', 'document/verify', () => appText('titleVerify')),
]

/** Paths that only lead elsewhere (product.md §2). */
export const REDIRECTS: Readonly<Record<string, string>> = { '/': '/sign-in', '/simulator': '/' }

/** The three error pages stand in the first chunk: they must show when no other chunk can be loaded. */
export const ERROR_PATHS = ['/404', '/403', '/500'] as const
