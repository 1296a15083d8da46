import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallValue } from '../../calls/call.ts'
import { refusal } from '../../testing/answer-calls.ts'
import { fieldOf, pageText, press, settle, type, unmount, submit } from '../../testing/render.tsx'
import { SAMPLE_REVIEW_CASE as CASE, SAMPLE_REVIEW_ROW as ROW } from '../../testing/sample-review.ts'
import { sampleSession } from '../../testing/sample-session.ts'
import { HEAD, REQUEST, asked, open, serve, right } from '../../testing/review-scene.tsx'
import { SAMPLE_ITEM } from '../../testing/sample-work.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function check(label: string) {
  const box = [...document.querySelectorAll('label')].find((each) => each.textContent?.includes(label))
  await act(async () => box?.click())
  await settle()
}

test('the loan says why it waits and what was decided by which rule', async () => {
  serve()
  await open()
  expect(document.querySelector('tbody tr')?.textContent).toContain('Underwriter review')
  expect(pageText()).toContain('Income varies by more than a third')
  expect(pageText()).toContain('Average of 13 weeks')
})

test('an approval says its effect first; the loan leaves the list', async () => {
  const sent = serve({
    approveLoan: { data: { ...HEAD, mode: 1, newTermsReason: null, approval: null } },
  })
  await open()
  await press('Approve')
  expect(document.querySelector('dialog')?.textContent).toContain(
    '600.00 is planned to be sent on the signed date.',
  )
  await type('Note', 'Called the employer')
  await act(async () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.click())
  await settle()
  expect(sent.find(({ name }) => name === 'approveLoan')?.body).toEqual({
    loanNo: ROW.loanNo,
    note: 'Called the employer',
    mode: 1,
  })
  expect(pageText()).toContain('Approved: Jordan Avila.')
})

test('above one’s limit it waits for a colleague, and that is said', async () => {
  const approval = { approvalNo: 'A000000031', endsAt: '2026-03-22T10:42:00-04:00' }
  serve({ approveLoan: { data: { ...HEAD, mode: 1, newTermsReason: null, approval } } })
  await open()
  await press('Approve')
  await act(async () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.click())
  await settle()
  expect(pageText()).toContain('it waits for a colleague as A000000031')
})

test('new dates that the borrower has to sign are said before the approval', async () => {
  serve({}, [{ ...ROW, newTermsReason: 'The first due date has passed.' }])
  await open()
  expect(pageText()).toContain('the borrower signs new dates')
  expect(pageText()).toContain('The first due date has passed.')
})

test('a decline needs one to four reasons, which the notice names', async () => {
  const sent = serve({ declineLoan: { data: { ...HEAD, approval: null } } })
  await open()
  await press('Decline')
  const submit = () =>
    act(async () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.click())
  await submit()
  await settle()
  expect(pageText()).toContain('Choose one to four reasons.')
  expect(sent.some(({ name }) => name === 'declineLoan')).toBe(false)
  await check('The account is younger than 90 days')
  await submit()
  await settle()
  expect(sent.find(({ name }) => name === 'declineLoan')?.body).toEqual({
    loanNo: ROW.loanNo,
    reasonCodes: ['shortHistory'],
    note: '',
  })
})

test('what a colleague decided meanwhile is said in the dialog', async () => {
  serve({ approveLoan: refusal('reviewDecisionRefused') })
  await open()
  await press('Approve')
  await act(async () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.click())
  await settle()
  expect(document.querySelector('dialog')?.textContent).toContain(
    refusal('reviewDecisionRefused').data.message,
  )
})

test('who may only read sees no act', async () => {
  serve({ readStaffSession: { data: sampleSession([right('loan.read')]) } })
  await open()
  expect(pageText()).toContain('Income varies')
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Approve',
  )
})

test('days left, facts against the rules, the offer and who is alike stand beside the reasons', async () => {
  serve()
  await open()
  expect(pageText()).toContain('29 days left, by Apr 15, 2026')
  expect(pageText()).toContain('accountOwnerMismatch: refers to a person')
  expect(pageText()).toContain('300.00 to 1000.00 in steps of 100.00')
  const other = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Ana Reyes')
  expect(other?.getAttribute('href')).toBe('/customers/ana-reyes')
  expect(other?.closest('tr')?.textContent).toContain('Bank account, Phone')
})

test('an application that waits for its borrower has no day', async () => {
  serve({ showReviewCase: { data: { ...CASE, deadline: null } } })
  await open()
  expect(pageText()).toContain('it waits for its borrower')
})

test('the notice of a decline is shown in both languages before it is sent', async () => {
  const notice = {
    en: { subject: 'Notice of action', text: 'We cannot' },
    es: { subject: 'Aviso', text: 'No podemos' },
  }
  const sent = serve({ previewDecline: { data: { notice } } })
  await open()
  await press('Decline')
  await press('See the notice')
  expect(pageText()).toContain('Choose a reason first.')
  expect(sent.some(({ name }) => name === 'previewDecline')).toBe(false)
  await check('The account is younger than 90 days')
  expect(sent.find(({ name }) => name === 'previewDecline')?.body).toEqual({
    loanNo: ROW.loanNo,
    reasonCodes: ['shortHistory'],
  })
  expect(document.querySelector('dialog')?.textContent).toContain('We cannot')
  expect(document.querySelector('dialog [lang=es]')?.textContent).toContain('No podemos')
})

test('documents are asked for with a day and a reason; what the server refuses is said at its field', async () => {
  const errors = [{ elementKey: 'answerBy', message: 'Name a day from 2026-03-27 to 2026-04-16.' }]
  let answer: ReturnType<typeof refusal> | { data: CallValue<'requestDocuments'> } = refusal('invalidInput', {
    errors,
  })
  const sent = serve({ requestDocuments: () => answer })
  await open()
  await press('Ask for more')
  await submit()
  expect(pageText()).toContain('Choose at least one document.')
  expect(sent.some(({ name }) => name === 'requestDocuments')).toBe(false)
  await check('Driver license')
  await type('Why, in a sentence for the borrower', 'The name differs.')
  await submit()
  expect(sent.find(({ name }) => name === 'requestDocuments')?.body).toEqual({
    loanNo: ROW.loanNo,
    documentTypes: [101],
    note: 'The name differs.',
    answerBy: '2026-03-27',
  })
  const field = fieldOf('Last day to send them')
  expect(
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent,
  ).toContain('Name a day from 2026-03-27')
  answer = { data: asked([{ ...REQUEST, state: 'asked', files: [] }]) }
  await submit()
  expect(pageText()).toContain('Asked for documents: Jordan Avila.')
  expect(document.querySelector('tbody tr')?.textContent).toContain('Jordan Avila')
})

test('a document that came is opened, refused with a reason, or accepted', async () => {
  const sent = serve({
    listDocumentRequest: { data: asked([REQUEST]) },
    refuseDocument: { data: asked([{ ...REQUEST, state: 'refused' }]) },
  })
  await open()
  const link = [...document.querySelectorAll('a')].find(({ href }) => href.includes('/file/D7'))
  expect(link?.getAttribute('href')).toBe('/fssapi/dolphin-ops/document-request/118-0000214/file/D7')
  expect(pageText()).toContain('it may be unsafe to open')
  await press('Refuse')
  await submit()
  expect(pageText()).toContain('Choose the reason.')
  await act(async () => {
    const select = document.querySelector<HTMLSelectElement>('dialog select')
    if (select) select.value = 'expired'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await submit()
  expect(sent.find(({ name }) => name === 'refuseDocument')?.body).toEqual({
    loanNo: ROW.loanNo,
    requestNo: 1,
    reason: 'expired',
    note: '',
  })
  expect(pageText()).toContain('the borrower is asked again')
})

const STATEMENT: CallValue<'showStatement'> = {
  ...(CASE.statements[0] as CallValue<'showReviewCase'>['statements'][number]),
  read: null,
  unread: null,
  rows: [{ date: '2026-03-13', amount: '1482.65', description: 'HARBOR PAYROLL' }],
  computed: null,
  needsFindings: true,
  behind: null,
  acts: [],
  stated: { employer: 'Harbor', monthlyNetIncome: '3000.00', accountMasked: '••••4471' },
}

test('a statement is read once it is unfolded: its picture beside the rows read of it', async () => {
  const sent = serve({ showStatement: { data: STATEMENT } })
  await open()
  expect(sent.some(({ name }) => name === 'showStatement')).toBe(false)
  const fold = [...document.querySelectorAll('details')].find(({ textContent }) =>
    textContent?.includes('Picture of'),
  )
  await act(async () => {
    if (fold) fold.open = true
    fold?.dispatchEvent(new Event('toggle'))
  })
  await settle()
  expect(fold?.textContent).toContain('HARBOR PAYROLL')
  expect(fold?.querySelector('img')?.getAttribute('src')).toBe('/fssapi/dolphin-ops/statement/IBV1/file')
})

test('who may not accept statements reads that there is one, not its rows', async () => {
  serve({ readStaffSession: { data: sampleSession([right('loan.read'), right('decision.read')]) } })
  await open()
  expect(pageText()).toContain('Who may accept statements reads its rows.')
  expect(
    [...document.querySelectorAll('summary')].some(({ textContent }) => textContent?.includes('Picture of')),
  ).toBe(false)
})

test('a counteroffer names an amount within the bounds and its reasons, after a look at its notice', async () => {
  const notice = {
    en: { subject: 'Notice', text: 'We can offer you' },
    es: { subject: 'Aviso', text: 'Podemos ofrecerle' },
  }
  const sent = serve({
    previewCounter: { data: { notice } },
    counterLoan: { data: { ...HEAD, approval: null } },
  })
  await open()
  await press('Counter')
  expect(pageText()).toContain('300.00 to 500.00 in steps of 100.00; 600.00 was asked for.')
  await type('Offer at most', '350')
  await submit()
  expect(pageText()).toContain('Name an amount within these bounds and steps.')
  expect(pageText()).toContain('Choose one to four reasons.')
  await press('See the notice')
  expect(pageText()).toContain('Name the amount and choose a reason first.')
  await type('Offer at most', '$400')
  await check('The account is younger than 90 days')
  const order = {
    loanNo: ROW.loanNo,
    amount: '400.00',
    reasonCodes: ['shortHistory'],
    decisionNo: 'D41',
  }
  expect(sent.find(({ name }) => name === 'previewCounter')?.body).toEqual(order)
  expect(document.querySelector('dialog [lang=es]')?.textContent).toContain('Podemos ofrecerle')
  expect(sent.some(({ name }) => name === 'counterLoan')).toBe(false)
  await submit()
  expect(sent.find(({ name }) => name === 'counterLoan')?.body).toEqual({ ...order, note: '' })
  expect(pageText()).toContain('Countered with up to 400.00: Jordan Avila.')
})

test('what was decided anew since it was read, and a refused amount, are said; where nothing is lower, that is', async () => {
  const errors = [{ elementKey: 'amount', message: 'Name an amount from $300.00 to $400.00.' }]
  let answer = refusal('invalidInput', { errors })
  serve({ counterLoan: () => answer })
  await open()
  await press('Counter')
  await type('Offer at most', '500')
  await check('The account is younger than 90 days')
  await submit()
  const field = fieldOf('Offer at most')
  expect(
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent,
  ).toContain('Name an amount from $300.00')
  answer = refusal('reviewDecisionRefused', { message: 'It was decided anew since you read it.' })
  await submit()
  expect(document.querySelector('dialog')?.textContent).toContain('It was decided anew')
})

test('where nothing lower can be offered, the dialog says so', async () => {
  serve({ showReviewCase: { data: { ...CASE, counter: null } } })
  await open()
  await press('Counter')
  expect(document.querySelector('dialog')?.textContent).toContain('Nothing lower can be offered')
})

const OWEN = { employeeId: 'owen-brandt', name: 'Owen Brandt' }

test('the review that a colleague has says so, and is taken over by a button of its own', async () => {
  const sent = serve({ takeWorkItem: refusal('workItemOver') }, [{ ...ROW, takenBy: OWEN }])
  await open()
  expect(document.querySelector('tbody tr')?.textContent).toContain('Owen Brandt')
  expect(pageText()).toContain('Owen Brandt works on it.')
  await press('Take over from Owen Brandt')
  expect(sent.find(({ name }) => name === 'takeWorkItem')?.body).toEqual({
    workItemNo: ROW.workItemNo,
    takeOver: true,
  })
})

test('the next review is handed out and opened', async () => {
  const item = { ...SAMPLE_ITEM, loanNo: ROW.loanNo, kind: 'applicationToReview' as const }
  const sent = serve({ takeNextWorkItem: { data: { item } } })
  await open('/reviews')
  await press('Take next')
  expect(sent.find(({ name }) => name === 'takeNextWorkItem')?.body).toEqual({ kind: 'applicationToReview' })
  expect(pageText()).toContain('The review of 118-0000214 is yours.')
  expect(document.querySelector('section h2')?.textContent).toBe('Jordan Avila')
})
