import { SectionKey } from '@dolphin/domain/applications/codes'

const SEGMENT = '[^/]+'
const at = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

/**
 * The addresses at which pages exist, each with the built page that it shows (`features/<name>-page.tsx` of the web
 * app; null for what every page brings along). Everything else answers 404 with the same HTML, which then shows /404.
 * Source: product.md §2, pages.md.
 */
const PAGES: readonly (readonly [address: RegExp, page: string | null])[] = [
  [at('/(404|403|500)'), null],
  [at('/(sign-in|simulator)?'), 'identity/sign-in'],
  [at('/send-set-link'), 'identity/send-set-link'],
  [at('/send-reset-link'), 'identity/send-reset-link'],
  [at(`/create-account/${SEGMENT}`), 'identity/create-account'],
  [at(`/reset-password/${SEGMENT}`), 'identity/reset-password'],
  [at('/change-password'), 'identity/change-password'],
  [at('/account'), 'identity/account'],
  [at('/my-data'), 'identity/my-data'],
  [at('/(welcome|consent)'), 'consents/consent'],
  [at('/guidance'), 'applications/guidance'],
  [at('/web-guidance(/.*)?'), 'applications/guidance'],
  [
    at(`/(application|returning|complete-information|pending-application)/${SEGMENT}`),
    'applications/application',
  ],
  [at('/loan-agreement'), 'applications/loan-agreement'],
  [at(`/signature/${SEGMENT}`), 'agreements/signature'],
  [at(`/coupon/verification/${SEGMENT}`), 'coupons/verification'],
  [at('/coupon/overview'), 'coupons/overview'],
  [at('/coupon/schedule'), 'coupons/schedule'],
  [at('/disbursement/loan-application'), 'disbursement/loan-application'],
  [at('/disbursement/loan-details'), 'disbursement/loan-details'],
  [at('/disbursement/signature'), 'disbursement/signature'],
  [at('/home'), 'home/home'],
  [at('/repayment/loan-details'), 'servicing/loan-details'],
  [at(`/notification/${SEGMENT}`), 'notices/notification'],
  [at('/documents'), 'documents/documents'],
  [at('/messages'), 'messages/messages'],
  [at('/verify'), 'documents/verify'],
]

/** The page at a path, without query: its name, null for one that needs nothing of its own, undefined for none. */
export function pageAt(path: string): string | null | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  return PAGES.find(([address]) => address.test(trimmed))?.[1]
}

/** The steps of an application that a screen of another feature shows, by the name of its file. */
const SECTION_SCREENS: ReadonlyMap<string | null, string> = new Map([
  [SectionKey.ibv, 'verification/bank-link-screen'],
  [SectionKey.summary, 'applications/summary-screen'],
  [SectionKey.loanDetail, 'plans/offer-screen'],
  [SectionKey.paymentSchedule, 'plans/offer-screen'],
  [SectionKey.paymentFee, 'plans/check-loan-screen'],
])

/** The screen that an address with a query asks for beyond its page, undefined where the page shows it all. */
export function screenAt(url: string): string | undefined {
  const [path = '', query] = url.split('?', 2)
  const section = new URLSearchParams(query).get('section')
  const takesSteps = pageAt(path)?.startsWith('applications/') === true
  return takesSteps ? SECTION_SCREENS.get(section) : undefined
}

/** A page of a borrower as a view of an employee shows it. */
export interface MirroredPage {
  readonly mirrorNo: string
  readonly portfolioId: number
  /** What stands before the page's own path. */
  readonly base: string
  /** The page's own address, with its query. */
  readonly url: string
}

/** The borrower's page at an address of the desk; undefined where it is one of the desk's own. */
export function mirroredPageAt(url: string): MirroredPage | undefined {
  const [, base, mirrorNo, portfolioId, own] = /^(\/mirror\/([\w-]{1,64})\/(\d{3}))(\/.*)$/.exec(url) ?? []
  if (base === undefined || mirrorNo === undefined || own === undefined) return undefined
  return { mirrorNo, portfolioId: Number(portfolioId), base, url: own }
}
