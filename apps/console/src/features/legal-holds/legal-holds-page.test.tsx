import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, bodyOf } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount, submit, choose } from '../../testing/render.tsx'
import { PORTFOLIOS } from '../../testing/sample-money.ts'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const OPEN = {
  holdNo: 'H000000012',
  portfolioId: 118,
  scope: 'class',
  subject: 'fundedLoan',
  reason: 'Letter of counsel',
  setBy: 'employee:nora-castell',
  confirmedBy: 'employee:bea-example',
  setAt: '2026-03-03T10:00:00-05:00',
  liftedAt: null,
  liftReason: null,
} as const
const LIFTED = {
  ...OPEN,
  holdNo: 'H000000011',
  scope: 'loan',
  subject: '118-0000214',
  liftedAt: '2026-03-10T10:00:00-04:00',
  liftReason: 'The matter was settled',
} as const
const APPROVAL = { approval: { approvalNo: 'A000000031', endsAt: '2026-03-22T10:42:00-04:00' } }

function serve() {
  return answerCalls({
    readStaffSession: {
      data: sampleSession([
        { permission: 'loan.read', act: 'may', portfolios: null },
        { permission: 'person.legalHold', act: 'enter', portfolios: null },
      ]),
    },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listPortfolio: { data: PORTFOLIOS },
    listLegalHold: { data: { holds: [LIFTED, OPEN] } },
    setLegalHold: { data: APPROVAL },
    liftLegalHold: { data: APPROVAL },
  })
}

async function open() {
  // The page is a file of its own, which is there before it is asked for.
  await import('./legal-holds-page.tsx')
  await render(<DeskApp />, '/legal-holds')
}

test('holds in effect lead; each says what it covers, who set it and who confirmed', async () => {
  serve()
  await open()
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows[0]).toContain('H000000012118Class of records: Funded loanLetter of counsel')
  expect(rows[0]).toContain('by You, confirmed by bea-example')
  expect(rows[1]).toContain('Lifted Tue, Mar 10, 2026: The matter was settled')
  expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/customers/118-0000214')
})

test('a hold on a class takes portfolio, class and reason; one that is held already says so; a colleague confirms', async () => {
  const sent = serve()
  await open()
  await press('Set hold on a class')
  await submit()
  expect(pageText()).toContain('Choose a class of records.')
  expect(pageText()).toContain('Choose a portfolio.')
  await choose('Portfolio', '118')
  await choose('Class of records', 'fundedLoan')
  expect(pageText()).toContain('A hold on it is in effect already.')
  await type('Reason', 'Letter of counsel')
  await submit()
  expect(bodyOf(sent, 'setLegalHold')).toBeUndefined()
  await choose('Class of records', 'undoneApplication')
  expect(pageText()).toContain('Kept from: last notice or act of the declined')
  await submit()
  expect(bodyOf(sent, 'setLegalHold')).toEqual({
    portfolioId: 118,
    scope: 'class',
    subject: 'undoneApplication',
    reason: 'Letter of counsel',
  })
  expect(pageText()).toContain('Entered as A000000031.')
})

test('a hold is lifted with its reason, for a colleague to confirm', async () => {
  const sent = serve()
  await open()
  await press('Lift H000000012')
  await submit()
  expect(pageText()).toContain('Say why, in three letters or more.')
  await type('Reason', 'The matter was settled')
  await submit()
  expect(bodyOf(sent, 'liftLegalHold')).toEqual({
    portfolioId: 118,
    holdNo: 'H000000012',
    reason: 'The matter was settled',
  })
})
