import { PaymentMode } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { amountOf } from '../../form/typed-amount.ts'
import { answerCalls, NO_ANSWER, refusal } from '../../testing/answer-calls.ts'
import {
  fieldOf,
  pageText,
  press,
  render,
  settle,
  type,
  unmount,
  submit,
  choose,
} from '../../testing/render.tsx'
import { SAMPLE_ACTS, SAMPLE_PREVIEW } from '../../testing/sample-acts.ts'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'

/** The dialog is loaded as it is opened. */
beforeAll(() => import('./act-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const APPROVAL = { approvalNo: 'A000000031', endsAt: '2026-03-22T10:42:00-04:00' }
const HEAD = {
  loanNo: '118-0000214',
  applicationNo: 'A0000021',
  portfolioId: 118,
  customerName: 'Jordan Avila',
  loanStatus: LoanStatus.processing,
  subStatus: null,
  reviewStatus: null,
  trackerStep: null,
} as const
const POSTED = {
  posting: {
    kind: 'receipt',
    changeTypeCode: 0,
    amount: '120.00',
    effectiveDate: '2026-03-17',
    transactionNo: null,
    installmentNo: null,
    paymentMode: PaymentMode.moneyOrder,
    reversalReason: null,
    rightLoanNo: null,
    postingNo: 'P000000412',
    state: 'entered',
    note: '',
    enteredBy: 'employee:ada',
    enteredAt: '2026-03-17T10:42:00-04:00',
    confirmedBy: null,
    confirmedAt: null,
  },
  approval: APPROVAL,
  loan: HEAD,
  toSign: null,
} as const

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    readStaffSession: {
      data: sampleSession([
        { permission: 'customer.find', act: 'may', portfolios: null },
        { permission: 'loan.read', act: 'may', portfolios: null },
        { permission: 'posting.enter', act: 'enter', portfolios: null },
      ]),
    },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: SAMPLE_FILE },
    listFileActs: { data: SAMPLE_ACTS },
    previewFileAct: { data: SAMPLE_PREVIEW },
    manualPosting: { data: POSTED },
    ...answers,
  })
}

const open = () => render(<DeskApp />, '/customers/jordan-avila?tab=acts')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

async function enterReceipt() {
  await press('Enter receipt')
  await type('Amount', '120')
  await choose('How it came', '15006')
  await submit()
}

test('what is not possible stays, locked, with its reason; what takes a colleague says so', async () => {
  serve()
  await open()
  expect(button('Write off')?.disabled).toBe(true)
  expect(pageText()).toContain(
    'Only a loan that is suspended (204) or in collection (205). This one is 203 processing.',
  )
  expect(button('Enter receipt')?.closest('li')?.textContent).toContain('A colleague confirms')
  expect(button('Suspend')?.closest('li')?.textContent).toContain('At once')
  expect(button('Void')).toBeUndefined()
})

test('its effect comes first; entered, it waits for a colleague under its number', async () => {
  const sent = serve()
  await open()
  await press('Enter receipt')
  await submit()
  expect(pageText()).toContain('An amount like 120.00.')
  expect(pageText()).toContain('Choose one.')
  expect(sent.some(({ name }) => name === 'previewFileAct')).toBe(false)
  await type('Amount', '120')
  await choose('How it came', '15006')
  await submit()
  expect(sent.some(({ name }) => name === 'manualPosting')).toBe(false)
  const shown = document.querySelector('dialog')?.textContent
  expect(shown).toContain('Lender’s policy: as an example.')
  expect(shown).toContain('$464.47$344.47−$120.00')
  expect(shown).toContain('Notice to the borrower: payment received')
  await type('Note', 'by mail')
  await submit()
  const order = {
    loanNo: '118-0000214',
    changeTypeCode: 0,
    amount: '120.00',
    effectiveDate: '2026-03-17',
    transactionNo: null,
    installmentNo: null,
    paymentMode: PaymentMode.moneyOrder,
    reversalReason: null,
    rightLoanNo: null,
  }
  expect(sent.find(({ name }) => name === 'previewFileAct')?.body).toEqual({ act: 'receipt', ...order })
  expect(sent.find(({ name }) => name === 'manualPosting')?.body).toEqual({
    kind: 'receipt',
    ...order,
    note: 'by mail',
  })
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(document.querySelector('a[href="/approvals/A000000031"]')).not.toBeNull()
})

test('bankruptcy is noted with its day and the court, on a loan of any status', async () => {
  const sent = serve({ noteLegalFact: { data: HEAD } })
  await open()
  await press('Note bankruptcy or active duty')
  await choose('What it is', 'bankruptcy')
  await type('Since', '2026-03-10')
  await type('Court and case number, or orders', 'N.D. Ohio 26-10001')
  await submit()
  await submit()
  const fact = { kind: 'bankruptcy', since: '2026-03-10', reference: 'N.D. Ohio 26-10001' }
  expect(sent.find(({ name }) => name === 'previewFileAct')?.body).toEqual({
    act: 'noteLegalFact',
    loanNo: '118-0000214',
    ...fact,
  })
  expect(sent.find(({ name }) => name === 'noteLegalFact')?.body).toEqual({
    loanNo: '118-0000214',
    ...fact,
    note: '',
  })
})

test('another amount needs another look', async () => {
  const sent = serve()
  await open()
  await enterReceipt()
  await type('Amount', '130')
  expect(document.querySelector('dialog')?.textContent).not.toContain('$344.47')
  await submit()
  expect(sent.filter(({ name }) => name === 'previewFileAct')).toHaveLength(2)
  expect(sent.some(({ name }) => name === 'manualPosting')).toBe(false)
})

test('what would be refused says why and is not sent', async () => {
  const sent = serve({
    previewFileAct: {
      data: { differences: [], effects: [], blocked: 'Another act came between.', errors: [] },
    },
  })
  await open()
  await press('Waive fees')
  await submit()
  expect(document.querySelector('dialog')?.textContent).toContain('Another act came between.')
  await submit()
  expect(sent.some(({ name }) => name === 'manualPosting')).toBe(false)
})

test('what would be refused of a field, or is, stands at the field', async () => {
  const errors = [{ elementKey: 'amount', message: 'Of this $15.00 is owed on that day.' }]
  const preview = { differences: [], effects: [], blocked: `Check it. ${errors[0]?.message}`, errors }
  serve({ previewFileAct: { data: preview } })
  await open()
  await press('Waive fees')
  await submit()
  const atField = () => {
    const ids = fieldOf('Amount').getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  }
  expect(atField()).toContain('Of this $15.00 is owed on that day.')
  expect(document.querySelector('[role=status]')?.textContent).not.toContain('Of this $15.00')
  await type('Amount', '14')
  expect(atField()).not.toContain('Of this $15.00 is owed on that day.')
  serve({ manualPosting: refusal('invalidInput', { errors }) })
  await open()
  await enterReceipt()
  await submit()
  expect(atField()).toContain('Of this $15.00 is owed on that day.')
  expect(document.querySelector('dialog [role=alert]')?.textContent).not.toContain('Of this $15.00')
})

test('a lost answer is sent again as the same act', async () => {
  const answers = [NO_ANSWER, { data: POSTED }] as const
  let tries = 0
  const sent = serve({ manualPosting: () => answers[tries++] ?? NO_ANSWER })
  await open()
  await enterReceipt()
  await submit()
  expect(pageText()).toContain('Nothing is lost')
  await submit()
  const keys = sent
    .filter(({ name }) => name === 'manualPosting')
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
})

test('another act in between is said, what was typed stays, and the acts are read again', async () => {
  const sent = serve({
    suspendLoan: refusal('loanStatusInvalid', { message: 'Only a running loan (202, 203).' }),
  })
  await open()
  await press('Suspend')
  await choose('Why', 'badStanding')
  await submit()
  const before = sent.filter(({ name }) => name === 'listFileActs').length
  await submit()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Only a running loan (202, 203).')
  expect(document.querySelector<HTMLSelectElement>('dialog select')?.value).toBe('badStanding')
  expect(sent.filter(({ name }) => name === 'listFileActs').length).toBeGreaterThan(before)
})

test('an act that needs nothing shows its effect at once', async () => {
  const sent = serve({ suspendLoan: { data: HEAD } })
  await open()
  await press('Cure')
  await settle()
  expect(sent.find(({ name }) => name === 'previewFileAct')?.body).toEqual({
    act: 'cure',
    loanNo: '118-0000214',
  })
  await submit()
  expect(sent.find(({ name }) => name === 'suspendLoan')?.body).toEqual({
    loanNo: '118-0000214',
    subStatus: null,
    note: '',
  })
  expect(pageText()).toContain('Done: Cure.')
})

test('a refund of what was taken twice names the payment; an opt-out says how it was asked for', async () => {
  const sent = serve({ enterOptOut: { data: { portfolioId: 118, openId: 'jordan-avila', optInFlags: 2 } } })
  await open()
  await press('Enter refund')
  await type('Amount', '99.43')
  await choose('Why it goes back', '302')
  await choose('Which payment was taken twice', 'T000004096')
  await submit()
  expect(sent.at(-1)?.body).toMatchObject({ act: 'refund', changeTypeCode: 302, transactionNo: 'T000004096' })
  await press('Cancel')
  await press('Note opt-out')
  await choose('What is not wanted', 'doNotCall')
  await submit()
  await submit()
  expect(pageText()).toContain('Say how the customer asked for it.')
  await type('Note', 'by phone')
  await submit()
  expect(sent.find(({ name }) => name === 'enterOptOut')?.body).toEqual({
    portfolioId: 118,
    account: 'jordan-avila',
    optOut: 'doNotCall',
    note: 'by phone',
  })
})

test.each([
  ['120', '120.00'],
  ['$1,200.5', '1200.50'],
  ['007.10', '7.10'],
  ['', undefined],
  ['-1', undefined],
  ['1.234', undefined],
])('an amount typed as %s is %s', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount)
})
