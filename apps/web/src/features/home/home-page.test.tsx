import { DocumentType } from '@dolphin/domain/documents/document-type'
import { HomeFlag, LoanFlag, LoanStatus, TrackerStep, SignStatus } from '@dolphin/domain/loans/codes'
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
import { repaymentHomeText } from './repayment-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'

type RepaymentLoan = ReturnType<typeof aRepaymentLoan>

async function open(
  homeFlag: HomeFlag,
  loans: HomeLoan[],
  funded: RepaymentLoan | null = homeFlag === HomeFlag.noLoanAmount ? null : aRepaymentLoan(),
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

const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
const button = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find((one) => one.textContent === label)
/** What stands in the row that leads there. */
const rowTo = (page: HTMLElement, href: string) =>
  page.querySelector(`li a[href="${href}"]`)?.textContent ?? ''
const linkTo = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('a')].find((one) => one.textContent === label)?.getAttribute('href')

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

signedInForEachTest()

describe('home by its flag (product.md §4): one clear next step', () => {
  test('the greeting capitalizes the name (product.md §3)', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [])
    expect(page.querySelector('h1')?.textContent).toBe(homeText('greeting', { name: 'Ann Marie' }))
  })

  test('a customer whose mail came back is asked for another address (delivery.md §7)', async () => {
    const asked = await open(HomeFlag.noLoanAmount, [], null, Promise.resolve(), true)
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

  const declined = aHomeLoan({
    loanStatus: LoanStatus.withdrawn,
    reasons: [{ code: 'income', reason: 'Your income is too low.', change: 'A higher income.' }],
  })

  test('1 after a refusal: the reasons, what would change them, when to try again, and the whole notice', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [declined], null)
    for (const words of ['Your income is too low.', 'A higher income.', homeText('declinedAgain')])
      expect(page.textContent).toContain(words)
    expect(linkTo(page, homeText('declinedMore'))).toBe('/notification/301')
    expect(linkTo(page, homeText('applyAgain'))).toBe('/loan-agreement')
  })

  const letter = {
    documentNo: 'D-10',
    loanNo: '118-0000017',
    documentType: DocumentType.paidInFullLetter,
    title: 'Paid in full',
    createdAt: '2026-03-10T10:00:00-04:00',
    signedAt: null,
    bytes: 10,
    sha256: null,
  }
  const paidOff = aRepaymentLoan({
    loanStatus: LoanStatus.terminated,
    subStatus: 'paidOff',
    paid: '534.81',
    savedByPayingEarly: '42.21',
    nextPayment: null,
    documents: [letter],
  })

  test('1 after a payoff: what was borrowed and paid, the letter, and the way to apply again', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [], paidOff)
    for (const words of [repaymentHomeText('paidHead', { amount: '$0.00' }), '$500.00', '$534.81'])
      expect(page.textContent).toContain(words)
    expect(page.textContent).toContain(`${repaymentHomeText('savedEarly')}$42.21`)
    expect(button(page, repaymentHomeText('paidLetter'))).toBeDefined()
    expect(rowTo(page, '/loan-agreement')).toContain(repaymentHomeText('applyAgain'))
    expect(page.textContent).not.toContain(homeText('startTitle'))
  })

  test('1 after all payments on their days: nothing is said of money saved', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [], { ...paidOff, savedByPayingEarly: '0.00' })
    expect(page.textContent).not.toContain(repaymentHomeText('savedEarly'))
  })

  test('1 a loan that ended another way is not called paid in full', async () => {
    const { page } = await open(
      HomeFlag.noLoanAmount,
      [],
      aRepaymentLoan({ ...paidOff, subStatus: 'cancelled' }),
    )
    expect(page.textContent).not.toContain(repaymentHomeText('paidTitle'))
    expect(linkTo(page, homeText('applyAgain'))).toBe('/loan-agreement')
  })

  test('1 an application declined after a payoff is what came last', async () => {
    const { page } = await open(HomeFlag.noLoanAmount, [{ ...declined, loanNo: '118-0000025' }], paidOff)
    expect(page.textContent).toContain(homeText('declinedTitle'))
    expect(page.textContent).not.toContain(repaymentHomeText('paidTitle'))
  })

  test('2 prepare application: go on where it was left', async () => {
    const { page } = await open(HomeFlag.prepareApplication, [aHomeLoan()])
    expect(linkTo(page, homeText('continue'))).toBe('/application/link-1')
  })

  test('2 no amount found: why, another account, or a statement', async () => {
    const { page } = await open(HomeFlag.prepareApplication, [
      aHomeLoan({ reasons: [{ code: 'history', reason: 'Too few days.', change: 'More days.' }] }),
    ])
    expect(page.textContent).toContain('Too few days.')
    expect(linkTo(page, homeText('noAmountBank'))).toBe('/application/link-1?section=IBV')
    expect(linkTo(page, homeText('noAmountStatement'))).toBe('/application/link-1?section=IBV&upload=1')
  })

  test('2 a statement is with a person: nothing to do, and how long it takes', async () => {
    const { page } = await open(HomeFlag.prepareApplication, [aHomeLoan({ statementInReview: true })])
    expect(page.textContent).toContain(homeText('statementTitle'))
    expect(page.textContent).toContain(homeText('stageOneDay'))
    expect(forwards(page)).toEqual([])
  })

  test('3 unsigned: sign', async () => {
    const loan = aHomeLoan({
      amount: '500.00',
      requestCode: 'R-1',
      signStatus: SignStatus.notSigned,
      next: '/signature/link-2',
    })
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
      signStatus: SignStatus.signed,
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
    await until(() => page.textContent.includes(linkText('againTitle')))
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
})

test('nothing waits for the answer of another without need (ux.md "Speed")', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { page, sent } = await open(HomeFlag.repaymentLoan, [], aRepaymentLoan(), held)
  const names = sent.map(({ name }) => name).toSorted()
  expect(names).toEqual([
    'documentList',
    'getPersonalInfo',
    'listDisbursementLoan',
    'listRepaymentLoan',
    'noticeList',
  ])
  release()
  await until(() => page.textContent.includes(repaymentHomeText('nextPayment')))
})

const PATH = '/repayment/loan-details?loanNo=118-0000017'
const openLoan = (overrides: Partial<RepaymentLoan> = {}) =>
  open(HomeFlag.repaymentLoan, [], aRepaymentLoan(overrides))
const next = (overrides: Partial<NonNullable<RepaymentLoan['nextPayment']>> = {}) => {
  const { nextPayment } = aRepaymentLoan()
  if (nextPayment === null) throw new Error('the sample loan has a next payment')
  return { ...nextPayment, changeableUntil: '2099-03-18T17:00:00-04:00', ...overrides }
}

describe('5 in repayment: one card says how much, when, from where, and whether something is to be done', () => {
  test('autopay on: nothing to do, so no forward button; until when it can be changed', async () => {
    const { page } = await openLoan({ nextPayment: next() })
    for (const words of ['$288.51', 'Fri, Mar 20, 2026', 'Taken from Sample Bank ••6789.', 'Autopay is on'])
      expect(page.textContent).toContain(words)
    expect(page.textContent).toContain('You can change this payment until')
    expect(forwards(page)).toEqual([])
    expect(linkTo(page, repaymentHomeText('payExtra'))).toBe(`${PATH}&change=extra-payment`)
    expect(linkTo(page, repaymentHomeText('changeIt'))).toBe(PATH)
    // Three taps with the look and the act (ux.md)
    expect(linkTo(page, repaymentHomeText('turnOff'))).toBe(`${PATH}&change=stop-automatic`)
    expect(linkTo(page, repaymentHomeText('turnOn'))).toBeUndefined()
  })

  test('a payment on its way is not said to be changeable', async () => {
    const { page } = await openLoan({ nextPayment: next({ changeableUntil: null }) })
    expect(page.textContent).toContain(repaymentHomeText('tooLate'))
  })

  test('how far it is, what is left of it, and what paying it off would save', async () => {
    const { page } = await openLoan()
    expect(page.querySelector('meter')?.getAttribute('value')).toBe('0')
    for (const words of ['0 of 2 payments made', '$577.02', '$503.56', 'You would save $73.46'])
      expect(page.textContent).toContain(words)
    expect(linkTo(page, repaymentHomeText('payOff'))).toBe(`${PATH}&change=pay-off`)
    expect(rowTo(page, `${PATH}&change=help`)).toContain(repaymentHomeText('help'))
  })

  test('a payoff of tomorrow: all that is taken that day, and the modification with its way back', async () => {
    const part = { installmentNo: null, sentBy: 'us', changeableUntil: '2026-03-12T17:00:00-04:00' } as const
    const reason = 'A change is open. Undo it, or choose this again on Tue, Mar 17, 2026.'
    const { page } = await openLoan({
      openChange: aChange({ changeTypeCode: 101, text: 'Pay off' }),
      nextPayment: next({
        date: '2026-03-13',
        total: '507.12',
        parts: [
          { ...part, purpose: 'payOff', amount: '457.12' },
          { ...part, purpose: 'payDown', amount: '50.00' },
        ],
      }),
      changes: [101, 103].map((changeTypeCode) => ({
        changeTypeCode: changeTypeCode as 101 | 103,
        allowed: false,
        reason,
      })),
    })
    expect(page.textContent).toContain('$457.12 + $50.00')
    expect(page.textContent.split(reason)).toHaveLength(2)
    expect(linkTo(page, repaymentHomeText('payOff'))).toBeUndefined()
    expect(page.textContent).toContain(servicingText('openTitle', { change: 'Pay off' }))
    expect(button(page, servicingText('undo'))).toBeDefined()
    // Hardship assistance is there also during a payoff
    expect(rowTo(page, `${PATH}&change=help`)).not.toBe('')
  })

  test('autopay off: what to send, by when, where, and only the way to turn it on', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: 'You chose another way to pay.' },
      nextPayment: next({ date: '2099-03-20', sentBy: 'borrower', accountMasked: null }),
    })
    await until(() => page.textContent.includes(repaymentHomeText('waysTitle')))
    expect(page.textContent).toContain(repaymentHomeText('autopayOff'))
    expect(page.textContent).toContain(repaymentHomeText('youSend'))
    for (const words of [
      '(302) 555-0118',
      'Mail it by Fri, Mar 13, 2099. Write loan 118-0000017',
      '1 Sample Row',
    ])
      expect(page.textContent).toContain(words)
    expect(forwards(page)).toEqual(['Pay $288.51 once'])
    expect(linkTo(page, 'Pay $288.51 once')).toBe(
      `${PATH}&change=extra-payment&amount=288.51&effect=due&pay=15000`,
    )
    expect(linkTo(page, repaymentHomeText('turnOn'))).toBe(`${PATH}&change=authorization`)
    expect(page.querySelector('a[href$="change=stop-automatic"]')).toBeNull()
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOn'))
  })

  test('a letter that would come too late is not proposed', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: null },
      nextPayment: next({ date: '2020-03-20', sentBy: 'borrower', accountMasked: null }),
    })
    await until(() => page.textContent.includes(repaymentHomeText('waysTitle')))
    expect(page.textContent).not.toContain(repaymentHomeText('byMail'))
  })

  test('a held payment: its true reason, and it is not said to be taken', async () => {
    const reason = 'Two payments came back, so we may not try again by ourselves.'
    const { page } = await openLoan({ automatic: { on: false, reason }, nextPayment: next() })
    await until(() => page.textContent.includes(reason))
    expect(page.textContent).toContain(repaymentHomeText('onHold'))
    expect(page.textContent).not.toContain(repaymentHomeText('nothingToDo'))
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOff'))
  })

  test('a payment that was confirmed once is taken, whatever holds the agreed ones', async () => {
    const { page } = await openLoan({
      automatic: { on: false, reason: 'Held.' },
      nextPayment: next({
        parts: [
          { purpose: 'payNow', installmentNo: null, amount: '288.51', sentBy: 'us', changeableUntil: null },
        ],
      }),
    })
    expect(page.textContent).toContain('Taken from Sample Bank ••6789.')
    expect(page.textContent).not.toContain(repaymentHomeText('autopayOn'))
  })

  const late: Partial<RepaymentLoan> = {
    daysOverdue: 6,
    pastDueAmount: '288.51',
    pastDueParts: [{ installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' }],
  }

  test('past due: paying it now is first, on the earliest day, straight to its review; help beside it', async () => {
    const { page } = await openLoan(late)
    const label = repaymentHomeText('payNow', { amount: '$288.51' })
    await until(() => linkTo(page, label)?.includes('step=review') ?? false)
    expect(forwards(page)).toEqual([label])
    expect(linkTo(page, label)).toBe(
      `${PATH}&change=extra-payment&amount=288.51&effect=due&pay=15000&date=2026-03-16&step=review`,
    )
    expect(page.textContent).toContain('Leaves Sample Bank ••6789 on Mon, Mar 16, 2026. No extra fee.')
    expect(page.textContent).toContain('6 days past due')
    expect(page.textContent).toContain('Payment 1 of 2')
    expect(linkTo(page, repaymentHomeText('cannotPay'))).toBe(`${PATH}&change=help`)
  })

  test('several missed payments are one total, and as much as the whole debt is a payoff', async () => {
    const { page } = await openLoan({
      ...late,
      pastDueAmount: '577.02',
      pastDueParts: [
        { installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' },
        { installmentNo: 2, dueDate: '2026-04-03', amount: '288.51' },
      ],
    })
    const label = repaymentHomeText('payNow', { amount: '$577.02' })
    await until(() => linkTo(page, label)?.includes('step=review') ?? false)
    expect(linkTo(page, label)).toBe(`${PATH}&change=pay-off&pay=15000&date=2026-03-16&step=review`)
    expect(page.textContent).toContain(repaymentHomeText('pastDueTotal', { number: 2 }))
  })

  test('a payment for it is on its way: it is not asked for twice', async () => {
    const reason = 'A change is open. Undo it, or choose this again on Tue, Mar 17, 2026.'
    const { page } = await openLoan({
      ...late,
      changes: [{ changeTypeCode: 103, allowed: false, reason }],
      openChange: aChange(),
    })
    await until(() => page.textContent.includes(reason))
    expect(forwards(page)).toEqual([])
  })

  test('a suspended loan is not asked for money; who can help is named', async () => {
    const { page } = await openLoan({
      ...late,
      loanStatus: LoanStatus.suspended,
      subStatus: 'noFuturePayment',
    })
    expect(page.textContent).not.toContain('past due')
    expect(forwards(page)).toEqual([servicingText('call', { phone: '(302) 555-0118' })])
    expect(page.textContent).toContain(loanStatusText('noFuturePayment'))
  })

  const STATES = [
    [LoanStatus.disbursed, null],
    [LoanStatus.processing, null],
    [LoanStatus.suspended, 'bankruptcy'],
    [LoanStatus.suspended, 'activeDuty'],
    [LoanStatus.collecting, 'notified'],
    [LoanStatus.collecting, 'accepted'],
    [LoanStatus.collecting, 'rePlanned'],
    [LoanStatus.collecting, 'rejected'],
  ] as const
  test.each(STATES)(
    '%i %s: how the loan stands is said, with at most one forward button',
    async (loanStatus, subStatus) => {
      const { page } = await openLoan({ loanStatus, subStatus })
      expect(page.textContent).toContain(loanStatusText(loanStatusView(loanStatus, subStatus).text))
      expect(forwards(page).length).toBeLessThanOrEqual(1)
    },
  )
})

describe('what is done, what is next, by when (ux.md)', () => {
  test.each([
    [
      HomeFlag.prepareApplication,
      aHomeLoan(),
      ['DoneYou started', 'NextFinish your', 'By whenTake your time'],
    ],
    [
      HomeFlag.inProgress,
      aHomeLoan({ loanStatus: LoanStatus.pending, trackerStep: 4, effectiveDate: '2026-03-06' }),
      ['DoneYour loan is approved', 'NextYou get the money', 'By whenFri, Mar 6, 2026'],
    ],
  ] as const)('flag %i', async (flag, loan, said) => {
    const { page } = await open(flag, [loan])
    expect(stage(page)).toEqual(said.map((words) => expect.stringContaining(words)))
    expect(forwards(page).length).toBeLessThanOrEqual(1)
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
    await until(() => page.textContent?.includes('••2334') ?? false)
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
