import { HomeFlag, LoanFlag, LoanStatus, TrackerStep } from '@dolphin/domain/loans/codes'
import { buttonClass } from '@dolphin/ui/button/button'
import { describe, expect, test, vi } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { aChange, aChangeList } from '../../testing/sample-repayment.ts'
import { aHome, aHomeLoan, aPaymentDetail, aRepaymentLoan, type HomeLoan } from '../../testing/sample-home.ts'
import { aRequest, requestsOf } from '../../testing/sample-requested.ts'
import { requestedText } from '../documents/requested-messages.ts'
import { loanStatusView } from '../servicing/loan-status-view.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import HomePage from './home-page.tsx'
import { linkText } from '../verification/messages.ts'
import { homeText } from './messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'

async function open(
  homeFlag: HomeFlag,
  loans: HomeLoan[],
  funded = aRepaymentLoan(),
  held = Promise.resolve(),
  newAddressNeeded = false,
) {
  const sent = answerCalls({
    getPersonalInfo: {
      data: { name: { firstName: 'ann marie', middleName: '', lastName: 'example' }, newAddressNeeded },
    },
    listDisbursementLoan: { data: aHome(homeFlag, loans) },
    listRepaymentLoan: async () => {
      await held
      return { data: { homeFlag, loans: [funded] } }
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
    withdrawApplication: { data: { loanNo: '118-0000017', loanStatus: 103, homeFlag: 1 } },
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

const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
const linkTo = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('a')].find((one) => one.textContent === label)?.getAttribute('href')

signedInForEachTest()

describe('home by its flag (product.md §4): one clear next step', () => {
  test('the greeting capitalizes the name (product.md §3)', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [])
    expect(page.querySelector('h1')?.textContent).toBe(homeText('greeting', { name: 'Ann Marie' }))
  })

  test('a customer whose mail came back is asked for another address (delivery.md §7)', async () => {
    const asked = await open(HomeFlag.noLoanAmount, [], aRepaymentLoan(), Promise.resolve(), true)
    expect(linkTo(asked.page, homeText('newAddress'))).toBe('/change-password')
  })

  test('a customer whom mail reaches is asked for nothing', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [])
    expect(page.textContent).not.toContain(homeText('newAddressTitle'))
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

  test('3 to be signed again: the new dates and the APR beside the signed one, and the way to sign', async () => {
    const loan = aHomeLoan({
      amount: '500.00',
      loanFlags: [LoanFlag.reSignLoanAgreement],
      signStatus: 1,
      signsAgain: true,
      apr: '260.55',
      signedApr: '260.01',
      firstPaymentDate: '2026-04-10',
      firstPaymentAmount: '61.20',
      next: '/signature/link-2',
      statusNotes: ['We will call you.'],
    })
    const { page } = await open(HomeFlag.unsigned, [loan])
    expect(linkTo(page, homeText('againSign'))).toBe('/signature/link-2')
    for (const words of [homeText('againTitle'), '260.55%', '260.01%', 'Apr 10', 'We will call you.'])
      expect(page.textContent).toContain(words)
  })

  test('3 to be signed again, with a plan to pick first', async () => {
    const loan = aHomeLoan({
      amount: '500.00',
      loanFlags: [LoanFlag.recalculatePaymentPlan, LoanFlag.reSignLoanAgreement],
      signsAgain: true,
    })
    const { page } = await open(HomeFlag.unsigned, [loan])
    expect(page.textContent).toContain(homeText('againPickLead'))
    expect(linkTo(page, homeText('renew'))).toBe('/application/link-1')
  })

  const NOTE = 'Your money was not sent. We are working on new dates.'

  test('4 in progress, and its bank link has ended: the way to a new one stands above it', async () => {
    const loan = aHomeLoan({ loanStatus: LoanStatus.approved, linkBankAgain: true })
    const { page } = await open(HomeFlag.inProgress, [loan])
    expect(page.textContent).toContain(linkText('againTitle'))
    expect(page.textContent).toContain(linkText('againAct'))
    expect(page.textContent).not.toContain(homeText('progressNext'))
  })

  test('4 in progress: what an employee is doing about the loan stands above it', async () => {
    const loan = aHomeLoan({
      loanStatus: LoanStatus.approved,
      trackerStep: TrackerStep.applicationApproved,
      statusNotes: [NOTE],
    })
    const { page } = await open(HomeFlag.inProgress, [loan])
    expect(page.textContent).toContain(NOTE)
  })

  test('5 in repayment: so it does there', async () => {
    const { page } = await open(HomeFlag.repaymentLoan, [], aRepaymentLoan({ statusNotes: [NOTE] }))
    expect(page.textContent).toContain(NOTE)
  })

  test('5 in repayment: a change that waits for a signature stands above it', async () => {
    const change = aChange({ status: 'toSign', cancelable: false })
    const { page } = await open(HomeFlag.repaymentLoan, [], aRepaymentLoan({ changeToSign: change }))
    expect(page.textContent).toContain(servicingText('toSignTitle', { change: change.text }))
    expect(page.textContent).toContain(servicingText('toSignAct'))
  })

  test('4 under review: the documents that are asked for stand above, and the next step names them', async () => {
    const loan = aHomeLoan({
      loanStatus: LoanStatus.originating,
      subStatus: 'underwriterReview',
      trackerStep: TrackerStep.preUnderwriterReview,
    })
    const { page } = await open(HomeFlag.inProgress, [loan])
    await vi.waitFor(() => expect(page.textContent).toContain(requestedText('askTitle')))
    expect(page.textContent).toContain(homeText('stageDocuments'))
    expect(page.textContent).not.toContain(homeText('progressNext'))
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

  test('5 repayment loan: quick acts lead to the change itself, help only where it is offered', async () => {
    const { page } = await open(HomeFlag.repaymentLoan, [])
    const path = '/repayment/loan-details?loanNo=118-0000017'
    expect(linkTo(page, homeText('extraPayment'))).toBe(`${path}&change=extra-payment`)
    expect(linkTo(page, homeText('payOff'))).toBe(`${path}&change=pay-off`)
    expect(linkTo(page, homeText('helpWithPayment'))).toBe(`${path}&change=help`)
    expect(page.querySelector('meter')?.getAttribute('value')).toBe('0')
  })
})

test('what stands below the face comes with it, never before it: nothing is pushed away (ux.md "Speed")', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { page, sent } = await open(HomeFlag.repaymentLoan, [], aRepaymentLoan(), held)
  expect(page.textContent).not.toContain(homeText('accountTitle'))
  // Nothing waits for the answer of another without need
  const names = sent.map(({ name }) => name).toSorted()
  expect(names).toEqual([
    'documentList',
    'getPersonalInfo',
    'listDisbursementLoan',
    'listRepaymentLoan',
    'noticeList',
  ])
  release()
  await until(() => page.textContent.includes(homeText('accountTitle')))
  expect(page.textContent).toContain(homeText('repaymentTitle'))
})

const forwards = (page: HTMLElement) =>
  [...page.querySelectorAll(`a.${buttonClass('forward').split(' ').join('.')}`)].map((one) => one.textContent)
const stage = (page: HTMLElement) =>
  [...page.querySelectorAll('dl')]
    .flatMap((list) => [...list.children])
    .filter(({ firstChild }) =>
      [homeText('stageDone'), homeText('stageNext'), homeText('stageWhen')].includes(
        firstChild?.textContent ?? '',
      ),
    )
    .map(({ textContent }) => textContent)

describe('what is done, what is next, by when: each status has one next action (ux.md)', () => {
  const REPAYMENT = [
    [LoanStatus.disbursed, null, 'extraPayment'],
    [LoanStatus.processing, null, 'extraPayment'],
    [LoanStatus.suspended, 'bankruptcy', 'allActs'],
    [LoanStatus.suspended, 'activeDuty', 'allActs'],
    [LoanStatus.suspended, 'noFuturePayment', 'call'],
    [LoanStatus.collecting, 'notified', 'helpWithPayment'],
    [LoanStatus.collecting, 'accepted', 'allActs'],
    [LoanStatus.collecting, 'rePlanned', 'extraPayment'],
    [LoanStatus.collecting, 'rejected', 'call'],
  ] as const
  test.each(REPAYMENT)('5 with %i %s', async (loanStatus, subStatus, act) => {
    const { page } = await open(HomeFlag.repaymentLoan, [], aRepaymentLoan({ loanStatus, subStatus }))
    expect(forwards(page)).toEqual([
      act === 'call' ? servicingText('call', { phone: '(302) 555-0118' }) : homeText(act),
    ])
    expect(page.textContent).toContain(loanStatusText(loanStatusView(loanStatus, subStatus).text))
  })

  test('a loan in good order: what was paid, what comes, on which day', async () => {
    const { page } = await open(HomeFlag.repaymentLoan, [])
    expect(stage(page)).toEqual([
      'Done0 of 2 payments made',
      'NextYour payment of $288.51',
      'By whenFri, Mar 20, 2026',
    ])
  })

  test('a payoff of tomorrow is what comes next; what it holds up is inactive, with the reason', async () => {
    const part = { installmentNo: null, sentBy: 'us', changeableUntil: '2026-03-12T17:00:00-04:00' } as const
    const reason = 'A change is open. Undo it, or choose this again on 03/17/2026.'
    const loan = aRepaymentLoan({
      nextDueDate: '2026-03-13',
      nextDueAmount: '507.12',
      nextPayment: {
        date: '2026-03-13',
        total: '507.12',
        sentBy: 'us',
        accountMasked: '••••6789',
        changeableUntil: '2026-03-12T17:00:00-04:00',
        parts: [
          { ...part, purpose: 'payOff', amount: '457.12' },
          { ...part, purpose: 'payDown', amount: '50.00' },
        ],
      },
      changes: [101, 103].map((changeTypeCode) => ({
        changeTypeCode: changeTypeCode as 101 | 103,
        allowed: false,
        reason,
      })),
    })
    const { page } = await open(HomeFlag.repaymentLoan, [], loan)
    expect(page.textContent).toContain('on Fri, Mar 13, 2026 ($457.12 + $50.00)')
    expect(stage(page)).toContain('NextYour payment of $507.12')
    const inactive = [...page.querySelectorAll<HTMLButtonElement>('button:disabled')]
    expect(inactive.map(({ textContent }) => textContent)).toEqual([
      homeText('extraPayment'),
      homeText('payOff'),
    ])
    expect(page.textContent.split(reason)).toHaveLength(2)
    expect(linkTo(page, homeText('stopAutomatic'))).toContain('change=stop-automatic')
  })

  test('a payment that the borrower sends: by which day', async () => {
    const { nextPayment } = aRepaymentLoan()
    if (nextPayment === null) throw new Error('the sample loan has a next payment')
    const loan = aRepaymentLoan({ nextPayment: { ...nextPayment, sentBy: 'borrower', accountMasked: null } })
    const { page } = await open(HomeFlag.repaymentLoan, [], loan)
    expect(page.textContent).toContain('by Fri, Mar 20, 2026; you send it')
  })

  test('a loan that is behind: help is the step, and the way to it stands in the warning too', async () => {
    const late = aRepaymentLoan({ daysOverdue: 3, pastDueAmount: '288.51' })
    const { page } = await open(HomeFlag.repaymentLoan, [], late)
    expect(forwards(page)).toEqual([homeText('helpWithPayment')])
    const helps = [...page.querySelectorAll('a[href$="change=help"]')]
    expect(helps.map(({ textContent }) => textContent)).toContain(servicingText('overdueHelp'))
  })

  test.each([
    [HomeFlag.prepareApplication, aHomeLoan(), ['DoneYou began', 'NextFinish your', 'By whenTake your time']],
    [
      HomeFlag.inProgress,
      aHomeLoan({ loanStatus: LoanStatus.pending, trackerStep: 4, effectiveDate: '2026-03-06' }),
      ['DoneYour loan is approved', 'NextThe money reaches you', 'By whenFri, Mar 6, 2026'],
    ],
  ] as const)('flag %i', async (flag, loan, said) => {
    const { page } = await open(flag, [loan])
    expect(stage(page)).toEqual(said.map((words) => expect.stringContaining(words)))
    expect(forwards(page).length).toBeLessThanOrEqual(1)
  })

  test('automatic payments are stopped within three taps: the link, the look, the act (ux.md)', async () => {
    const { page } = await open(HomeFlag.repaymentLoan, [])
    expect(linkTo(page, homeText('stopAutomatic'))).toBe(
      '/repayment/loan-details?loanNo=118-0000017&change=stop-automatic',
    )
  })
})

describe('6 repair information goes before all (product.md §4)', () => {
  const atRepair = async () => {
    const opened = await open(HomeFlag.repairInformation, [aHomeLoan()])
    await until(() => opened.page.querySelector('#routingNumber') !== null)
    return opened
  }
  const field = (page: HTMLElement, id: string) => page.querySelector<HTMLInputElement>(`#${id}`)!

  test('an account is judged by the rules of the bank section before anything is sent', async () => {
    const { page, sent } = await atRepair()
    await type(field(page, 'routingNumber'), '123456789')
    await type(field(page, 'accountNumber'), 'abc')
    await settle(() => page.querySelector('form')?.requestSubmit())
    const errors = [...page.querySelectorAll('[role=alert] li')].map((one) => one.textContent)
    expect(errors).toEqual([
      expect.stringContaining("is not a bank's routing number"),
      'Account Number should be a digit',
      "Account Type can't be empty",
    ])
    expect(sent.some(({ name }) => name === 'repairBank')).toBe(false)
  })

  test('another account is sent, and home is read anew', async () => {
    const { page, sent } = await atRepair()
    await type(field(page, 'routingNumber'), '123456780')
    await type(field(page, 'accountNumber'), '000111222334')
    await settle(() => page.querySelector<HTMLInputElement>('input[value="3001"]')?.click())
    await settle(() => page.querySelector('form')?.requestSubmit())
    await until(() => page.textContent?.includes('••••2334') ?? false)
    expect(sent.find(({ name }) => name === 'repairBank')?.body).toEqual({
      loanNo: '118-0000017',
      routingNumber: '123456780',
      accountNumber: '000111222334',
      accountType: 3001,
    })
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
    const loan = aHomeLoan({ loanStatus: LoanStatus.pending, trackerStep: 4, cancelable: false })
    const { page } = await open(HomeFlag.inProgress, [loan])
    expect(page.textContent).not.toContain(homeText('withdraw'))
  })
})
