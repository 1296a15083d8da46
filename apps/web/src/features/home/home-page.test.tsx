import { DocumentType } from '@dolphin/domain/documents/document-type'
import { HomeFlag, LoanFlag, LoanStatus, TrackerStep, SignStatus } from '@dolphin/domain/loans/codes'
import { describe, expect, test, vi } from 'vitest'
import { settle, type, until } from '../../testing/render.tsx'
import { aChange } from '../../testing/sample-repayment.ts'
import { aHomeLoan, aRepaymentLoan } from '../../testing/sample-home.ts'
import { requestedText } from '../documents/requested-messages.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import { linkText } from '../verification/messages.ts'
import { homeText } from './messages.ts'
import { repaymentHomeText } from './repayment-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { button, forwards, linkTo, openHome, press, rowTo, stage } from '../../testing/open-home.tsx'

signedInForEachTest()

describe('home by its flag (product.md §4): one clear next step', () => {
  test('the greeting capitalizes the name (product.md §3)', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [])
    expect(page.querySelector('h1')?.textContent).toBe(homeText('greeting', { name: 'Ann Marie' }))
  })

  test('a customer whose mail came back is asked for another address (delivery.md §7)', async () => {
    const asked = await openHome(HomeFlag.noLoanAmount, [], {
      funded: null,
      held: Promise.resolve(),
      newAddressNeeded: true,
    })
    expect(linkTo(asked.page, homeText('newAddress'))).toBe('/change-password')
  })

  test('a customer whom mail reaches is asked for nothing', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [])
    expect(page.textContent).not.toContain(homeText('newAddressTitle'))
  })

  test('1 no loan amount: begin', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [])
    expect(linkTo(page, homeText('start'))).toBe('/guidance')
  })

  const declined = aHomeLoan({
    loanStatus: LoanStatus.withdrawn,
    reasons: [{ code: 'income', reason: 'Your income is too low.', change: 'A higher income.' }],
  })

  test('1 after a refusal: the reasons, what would change them, when to try again, and the whole notice', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [declined], { funded: null })
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
    const { page } = await openHome(HomeFlag.noLoanAmount, [], { funded: paidOff })
    await until(() => page.textContent.includes(repaymentHomeText('paidTitle')))
    for (const words of [repaymentHomeText('paidHead', { amount: '$0.00' }), '$500.00', '$534.81'])
      expect(page.textContent).toContain(words)
    expect(page.textContent).toContain(`${repaymentHomeText('savedEarly')}$42.21`)
    expect(button(page, repaymentHomeText('paidLetter'))).toBeDefined()
    expect(rowTo(page, '/loan-agreement')).toContain(repaymentHomeText('applyAgain'))
    expect(page.textContent).not.toContain(homeText('startTitle'))
  })

  test('1 after all payments on their days: nothing is said of money saved', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [], {
      funded: { ...paidOff, savedByPayingEarly: '0.00' },
    })
    await until(() => page.textContent.includes(repaymentHomeText('paidTitle')))
    expect(page.textContent).not.toContain(repaymentHomeText('savedEarly'))
  })

  test('1 a loan that ended another way is not called paid in full', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [], {
      funded: aRepaymentLoan({ ...paidOff, subStatus: 'cancelled' }),
    })
    expect(page.textContent).not.toContain(repaymentHomeText('paidTitle'))
    expect(linkTo(page, homeText('applyAgain'))).toBe('/loan-agreement')
  })

  test('1 a loan that was settled is not called paid in full', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [], { funded: { ...paidOff, settled: true } })
    expect(page.textContent).toContain('settled for less than the full amount')
    expect(page.textContent).not.toMatch(/paid in full|paid off/i)
  })

  test('1 an application declined after a payoff is what came last', async () => {
    const { page } = await openHome(HomeFlag.noLoanAmount, [{ ...declined, loanNo: '118-0000025' }], {
      funded: paidOff,
    })
    expect(page.textContent).toContain(homeText('declinedTitle'))
    expect(page.textContent).not.toContain(repaymentHomeText('paidTitle'))
  })

  test('2 prepare application: go on where it was left', async () => {
    const { page } = await openHome(HomeFlag.prepareApplication, [aHomeLoan()])
    expect(linkTo(page, homeText('continue'))).toBe('/application/link-1')
  })

  test('2 no amount found: why, another account, or a statement', async () => {
    const { page } = await openHome(HomeFlag.prepareApplication, [
      aHomeLoan({ reasons: [{ code: 'history', reason: 'Too few days.', change: 'More days.' }] }),
    ])
    expect(page.textContent).toContain('Too few days.')
    expect(linkTo(page, homeText('noAmountBank'))).toBe('/application/link-1?section=IBV')
    expect(linkTo(page, homeText('noAmountStatement'))).toBe('/application/link-1?section=IBV&upload=1')
  })

  test('2 a statement is with a person: nothing to do, and how long it takes', async () => {
    const { page } = await openHome(HomeFlag.prepareApplication, [aHomeLoan({ statementInReview: true })])
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
    const { page } = await openHome(HomeFlag.unsigned, [loan])
    expect(linkTo(page, homeText('sign'))).toBe('/signature/link-2')
    expect(page.textContent).toContain('$500.00')
  })

  test('3 unsigned with a plan whose signing is not open yet: sign, as every other page says', async () => {
    const { page } = await openHome(HomeFlag.unsigned, [aHomeLoan({ amount: '500.00' })])
    expect(linkTo(page, homeText('sign'))).toBe('/application/link-1')
  })

  test('3 unsigned with a stale step: through the open steps first (loan flags)', async () => {
    const loan = aHomeLoan({ amount: '500.00', loanFlags: [LoanFlag.recalculatePaymentPlan] })
    const { page } = await openHome(HomeFlag.unsigned, [loan])
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
    const { page } = await openHome(HomeFlag.unsigned, [loan])
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
    const { page } = await openHome(HomeFlag.unsigned, [loan])
    expect(page.textContent).toContain(homeText('againPickLead'))
    expect(linkTo(page, homeText('renew'))).toBe('/application/link-1')
  })

  const NOTE = 'Your money was not sent. We are working on new dates.'

  test('4 in progress, and its bank link has ended: the way to a new one stands above it', async () => {
    const loan = aHomeLoan({ loanStatus: LoanStatus.approved, linkBankAgain: true })
    const { page } = await openHome(HomeFlag.inProgress, [loan])
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
    const { page } = await openHome(HomeFlag.inProgress, [loan])
    expect(page.textContent).toContain(NOTE)
  })

  test('5 in repayment: so it does there', async () => {
    const { page } = await openHome(HomeFlag.repaymentLoan, [], {
      funded: aRepaymentLoan({ statusNotes: [NOTE] }),
    })
    expect(page.textContent).toContain(NOTE)
  })

  test('5 in repayment: a change that waits for a signature stands above it', async () => {
    const change = aChange({ status: 'toSign', cancelable: false })
    const { page } = await openHome(HomeFlag.repaymentLoan, [], {
      funded: aRepaymentLoan({ changeToSign: change }),
    })
    expect(page.textContent).toContain(servicingText('toSignTitle', { change: change.text }))
    expect(page.textContent).toContain(servicingText('toSignAct'))
  })

  test('4 under review: the documents that are asked for stand above, and the next step names them', async () => {
    const loan = aHomeLoan({
      loanStatus: LoanStatus.originating,
      subStatus: 'underwriterReview',
      trackerStep: TrackerStep.preUnderwriterReview,
    })
    const { page } = await openHome(HomeFlag.inProgress, [loan])
    await vi.waitFor(() => expect(page.textContent).toContain(requestedText('askTitle')))
    expect(page.textContent).toContain(homeText('stageDocuments'))
    expect(page.textContent).not.toContain(homeText('progressNext'))
  })

  test.each(Object.values(TrackerStep))(
    '4 in progress: tracker step %i is the lit one',
    async (trackerStep) => {
      const loan = aHomeLoan({ loanStatus: LoanStatus.approved, trackerStep, amount: '500.00' })
      const { page } = await openHome(HomeFlag.inProgress, [loan])
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
  const { page, sent } = await openHome(HomeFlag.repaymentLoan, [], { funded: aRepaymentLoan(), held })
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
    const { page } = await openHome(flag, [loan])
    expect(stage(page)).toEqual(said.map((words) => expect.stringContaining(words)))
    expect(forwards(page).length).toBeLessThanOrEqual(1)
  })
})

describe('6 repair information goes before all (product.md §4)', () => {
  const atRepair = async () => {
    const opened = await openHome(HomeFlag.repairInformation, [aHomeLoan()])
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
    const { page, sent } = await openHome(HomeFlag.prepareApplication, [aHomeLoan()])
    await press(page, homeText('withdraw'))
    expect(sent.some(({ name }) => name === 'withdrawApplication')).toBe(false)
    await press(page, homeText('withdrawConfirm'))
    await settle(() => {})
    expect(sent.find(({ name }) => name === 'withdrawApplication')?.body).toEqual({ loanNo: '118-0000017' })
    expect(sent.filter(({ name }) => name === 'listDisbursementLoan').length).toBeGreaterThan(1)
  })

  test('is not offered once the money is on its way', async () => {
    const loan = aHomeLoan({ loanStatus: LoanStatus.pending, trackerStep: 4, cancelable: false })
    const { page } = await openHome(HomeFlag.inProgress, [loan])
    expect(page.textContent).not.toContain(homeText('withdraw'))
  })
})
