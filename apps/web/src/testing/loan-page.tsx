import { AnnouncementsView } from '../app/after-paint/announcements-view.tsx'
import { answerCalls } from './answer-calls.ts'
import { render, settle, until } from './render.tsx'
import { aRepaymentLoan } from './sample-home.ts'
import { aChangeList, aLiveLoan } from './sample-repayment.ts'
import LoanDetailsPage from '../features/servicing/loan-details-page.tsx'

type Answers = Parameters<typeof answerCalls>[0]

const person = { data: { name: { firstName: 'ann', middleName: '', lastName: 'example' } } }

/** The page of a loan, as the server of a test answers it. */
export async function open(search: string, answers: Answers = {}) {
  history.replaceState(null, '', `/repayment/loan-details${search}`)
  const sent = answerCalls({
    listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan()] } },
    paymentDetail: { data: aLiveLoan() },
    listChange: { data: aChangeList() },
    getHoliday: { data: [] },
    getPersonalInfo: person,
    ...answers,
  })
  const page = await render(
    <>
      <LoanDetailsPage />
      <AnnouncementsView />
    </>,
  )
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

/** The button whose words begin so. */
export const button = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find((one) => one.textContent?.startsWith(label))
/** Presses it. */
export const press = (page: HTMLElement, label: string) => settle(() => button(page, label)?.click())
/** Waits until the page has these words. */
export const says = (page: HTMLElement, words: string) =>
  until(() => page.textContent?.includes(words) ?? false)
/** The calls that saved something. */
export const saves = (sent: Awaited<ReturnType<typeof open>>['sent']) =>
  sent.filter(({ body }) => (body as { mode?: number } | undefined)?.mode === 1)
