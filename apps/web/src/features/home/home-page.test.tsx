import { HomeFlag } from '@dolphin/domain/loan/home-flag'
import { LoanFlag } from '@dolphin/domain/loan/loan-flag'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { TrackerStep } from '@dolphin/domain/loan/tracker'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { Announcements } from '../../app/announcements.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, unmount } from '../../testing/render.tsx'
import { aHome, aHomeLoan, aPaymentDetail, aRepaymentLoan, type HomeLoan } from '../../testing/sample-home.ts'
import HomePage from './home-page.tsx'
import { homeText } from './messages.ts'

async function open(homeFlag: HomeFlag, loans: HomeLoan[]) {
  const sent = answerCalls({
    getPersonalInfo: { data: { name: { firstName: 'ann marie', middleName: '', lastName: 'example' } } },
    listDisbursementLoan: { data: aHome(homeFlag, loans) },
    listRepaymentLoan: { data: { homeFlag, loans: [aRepaymentLoan()] } },
    paymentDetail: { data: aPaymentDetail() },
    documentList: { data: { documents: [] } },
    noticeList: { data: { notices: [] } },
    withdrawApplication: { data: { loanNo: '118-0000017', loanStatus: 103, homeFlag: 1 } },
  })
  const page = await render(
    <>
      <HomePage />
      <Announcements />
    </>,
  )
  for (let round = 0; round < 20; round += 1) await settle(() => {})
  return { page, sent }
}

const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
const linkTo = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('a')].find((one) => one.textContent === label)?.getAttribute('href')

beforeAll(giveBootData)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

describe('home by its flag (product.md §4): one clear next step', () => {
  test('the greeting capitalises the name (product.md §3)', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [])
    expect(page.querySelector('h1')?.textContent).toBe(homeText('greeting', { name: 'Ann Marie' }))
  })

  test('1 no loan amount: begin', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [])
    expect(linkTo(page, homeText('start'))).toBe('/guidance')
  })

  test('1 after a refusal: the reasons are one link away', async () => {
    const loan = aHomeLoan({
      loanStatus: LoanStatus.withdrawn,
      reasons: [{ code: 'income', reason: 'r', change: 'c' }],
    })
    const { page } = await open(HomeFlag.noLoanAmount, [loan])
    expect(linkTo(page, homeText('declinedMore'))).toBe('/notification/301')
  })

  test('2 prepare application: go on where it was left', async () => {
    const { page } = await open(HomeFlag.prepareApplication, [aHomeLoan()])
    expect(linkTo(page, homeText('continue'))).toBe('/application/link-1')
  })

  test('3 unsigned: sign', async () => {
    const loan = aHomeLoan({ amount: '500.00', requestCode: 'R-1', signStatus: 0, next: '/signature/link-2' })
    const { page } = await open(HomeFlag.unsigned, [loan])
    expect(linkTo(page, homeText('sign'))).toBe('/signature/link-2')
    expect(page.textContent).toContain('$500.00')
  })

  test('3 unsigned with a stale step: through the open steps first (loan flags)', async () => {
    const loan = aHomeLoan({ amount: '500.00', loanFlags: [LoanFlag.recalculatePaymentPlan] })
    const { page } = await open(HomeFlag.unsigned, [loan])
    expect(linkTo(page, homeText('renew'))).toBe('/application/link-1')
  })

  test.each(Object.values(TrackerStep))(
    '4 in progress: tracker step %i is the lit one',
    async (trackerStep) => {
      const loan = aHomeLoan({ loanStatus: LoanStatus.approved, trackerStep, amount: '500.00' })
      const { page } = await open(HomeFlag.inProgress, [loan])
      const lit = page.querySelectorAll('[aria-current=step]')
      expect(lit).toHaveLength(trackerStep === TrackerStep.fundingCompleted ? 0 : 1)
      const stations = page.querySelectorAll('ol li')
      expect(stations).toHaveLength(trackerStep === TrackerStep.exception ? 2 : 5)
    },
  )

  test('5 repayment loan: amount, first and next payment, and the schedule to the cent', async () => {
    const { page } = await open(HomeFlag.repaymentLoan, [])
    expect(page.textContent).toContain(homeText('firstPaymentDate'))
    expect(page.textContent).toContain('Fri, Mar 20, 2026')
    for (const amount of ['$500.00', '$288.51', '$503.56']) expect(page.textContent).toContain(amount)
    expect(page.querySelectorAll('table tbody tr')).toHaveLength(2)
    const asked = [...page.querySelectorAll('table summary')].map((each) => each.textContent)
    expect(asked).toEqual([
      'Why? First payment on Fri, Mar 20, 2026',
      expect.stringContaining('Last payment'),
    ])
    expect(page.querySelector('svg[role=img]')).not.toBeNull()
  })

  test('6 repair information goes before all', async () => {
    const { page } = await open(HomeFlag.repairInformation, [
      aHomeLoan({ next: '/disbursement/loan-application' }),
    ])
    expect(linkTo(page, homeText('repair'))).toBe('/disbursement/loan-application')
  })
})

describe('withdrawing', () => {
  test('asks first, then withdraws and reads anew', async () => {
    const { page, sent } = await open(HomeFlag.prepareApplication, [aHomeLoan()])
    await press(page, homeText('withdraw'))
    expect(sent.some(({ name }) => name === 'withdrawApplication')).toBe(false)
    await press(page, homeText('withdrawConfirm'))
    await settle(() => {})
    expect(sent.find(({ name }) => name === 'withdrawApplication')?.body).toEqual({ loanNo: '118-0000017' })
    expect(sent.filter(({ name }) => name === 'listDisbursementLoan').length).toBeGreaterThan(1)
  })

  test('is not offered once the money is on its way', async () => {
    const loan = aHomeLoan({ loanStatus: LoanStatus.pending, trackerStep: 4, cancellable: false })
    const { page } = await open(HomeFlag.inProgress, [loan])
    expect(page.textContent).not.toContain(homeText('withdraw'))
  })
})
