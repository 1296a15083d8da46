import { HomeFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { buttonClass } from '@dolphin/ui/button/button'
import { AnnouncementsView } from '../app/after-paint/announcements-view.tsx'
import { answerCalls } from './answer-calls.ts'
import { render, settle } from './render.tsx'
import { aChangeList } from './sample-repayment.ts'
import { aHome, aPaymentDetail, aRepaymentLoan, type HomeLoan } from './sample-home.ts'
import { aRequest, requestsOf } from './sample-requested.ts'
import HomePage from '../features/home/home-page.tsx'
import { homeText } from '../features/home/messages.ts'

type RepaymentLoan = ReturnType<typeof aRepaymentLoan>

/** What the page finds beside the loans that are applied for. */
interface HomeOf {
  readonly funded?: RepaymentLoan | null
  /** Until then the loans to repay are not there. */
  readonly held?: Promise<void>
  readonly newAddressNeeded?: boolean
}

/** The home page at a flag with these loans, until all is there. */
export async function openHome(
  homeFlag: HomeFlag,
  loans: HomeLoan[],
  {
    funded = homeFlag === HomeFlag.noLoanAmount ? null : aRepaymentLoan(),
    held = Promise.resolve(),
    newAddressNeeded = false,
  }: HomeOf = {},
) {
  const sent = answerCalls({
    getPersonalInfo: {
      data: { name: { firstName: 'ann marie', middleName: '', lastName: 'example' }, newAddressNeeded },
    },
    listDisbursementLoan: { data: aHome(homeFlag, loans) },
    listRepaymentLoan: async () => {
      await held
      return { data: { homeFlag, loans: funded === null ? [] : [funded] } }
    },
    paymentDetail: { data: aPaymentDetail() },
    listChange: { data: aChangeList() },
    getBankInfo: { data: { bankName: 'Sample Bank' } },
    repairBank: {
      data: {
        loanNo: '118-0000017',
        account: { routingNumber: '•••••6780', accountMasked: '••••2334', bankName: null },
        homeFlag: 4,
        loanFlags: [],
      },
    },
    documentList: { data: { documents: [] } },
    noticeList: { data: { notices: [] } },
    listRequestedDocument: { data: requestsOf(aRequest()) },
    withdrawApplication: { data: { loanNo: '118-0000017', loanStatus: LoanStatus.withdrawn, homeFlag: 1 } },
  })
  const page = await render(
    <>
      <HomePage />
      <AnnouncementsView />
    </>,
  )
  for (let round = 0; round < 20; round += 1) await settle(() => {})
  return { page, sent }
}

export const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
export const button = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find((one) => one.textContent === label)
/** What stands in the row that leads there. */
export const rowTo = (page: HTMLElement, href: string) =>
  page.querySelector(`li a[href="${href}"]`)?.textContent ?? ''
export const linkTo = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('a')].find((one) => one.textContent === label)?.getAttribute('href')

export const forwards = (page: HTMLElement) =>
  [...page.querySelectorAll(`a.${buttonClass('forward').split(' ').join('.')}`)].map((one) => one.textContent)
export const stage = (page: HTMLElement) =>
  [...page.querySelectorAll('dl')]
    .flatMap((list) => [...list.children])
    .filter(({ firstChild }) =>
      [homeText('stageDone'), homeText('stageNext'), homeText('stageWhen')].includes(
        firstChild?.textContent ?? '',
      ),
    )
    .map(({ textContent }) => textContent)
