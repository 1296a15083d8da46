import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import type { CallValue } from '../../calls/call.ts'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const right = (permission: 'loan.read' | 'review.approve' | 'review.decline' | 'review.passOn') => ({
  permission,
  act: 'may' as const,
  portfolios: null,
})
const UNDERWRITER = (['loan.read', 'review.approve', 'review.decline', 'review.passOn'] as const).map(right)

const ROW: CallValue<'reviewQueue'>['loans'][number] = {
  loanNo: '118-0000214',
  applicationNo: 'A-214',
  portfolioId: 118,
  customerName: 'Jordan Avila',
  loanStatus: 102,
  subStatus: 'underwriterReview',
  reviewStatus: null,
  trackerStep: null,
  reasons: [
    {
      code: 'incomeUnstable',
      reason: 'Income varies by more than a third',
      change: 'Three months of even pay',
    },
    { code: 'shortHistory', reason: 'The account is younger than 90 days', change: 'A longer history' },
  ],
  waitingSince: '2026-03-17T08:12:00-04:00',
  amount: '600.00',
  signStatus: 1,
  newTermsReason: null,
}
const HEAD = (({ reasons: _r, waitingSince: _w, amount: _a, signStatus: _s, newTermsReason: _n, ...head }) =>
  head)(ROW)

function serve(answers: Parameters<typeof answerCalls>[0] = {}, rows = [ROW]) {
  return answerCalls({
    readStaffSession: { data: sampleSession(UNDERWRITER) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    reviewQueue: { data: { loans: rows, after: null } },
    explainDecision: {
      data: {
        loanNo: ROW.loanNo,
        parts: [
          {
            title: 'Decision of March 17',
            explanations: [
              {
                subject: 'Monthly net income',
                value: '3,076.66',
                rule: 'Average of 13 weeks',
                source: 'policy 4',
                inputs: [],
                deciding: true,
              },
            ],
          },
        ],
      },
    },
    ...answers,
  })
}

const open = (address = '/reviews/118-0000214') => render(<DeskApp />, address)

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
