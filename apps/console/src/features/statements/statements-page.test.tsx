import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { fieldOf, pageText, press, render, type, unmount, submit, choose } from '../../testing/render.tsx'
import { SAMPLE_STATEMENT, SAMPLE_STATEMENT_ROW } from '../../testing/sample-statement.ts'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const { requestCode } = SAMPLE_STATEMENT_ROW
const UNDERWRITER = (['loan.read', 'statement.accept', 'statement.refuse'] as const).map((permission) => ({
  permission,
  act: 'may' as const,
  portfolios: null,
}))

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    readStaffSession: { data: sampleSession(UNDERWRITER) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listStatement: { data: { statements: [SAMPLE_STATEMENT_ROW], after: null } },
    showStatement: { data: SAMPLE_STATEMENT },
    ...answers,
  })
}

async function open(address = `/statements/${requestCode}`) {
  // The page is a file of its own, which is there before it is asked for.
  await import('./statements-page.tsx')
  await render(<DeskApp />, address)
}

test('a statement stands beside what was read, row by row, and what the borrower said', async () => {
  serve()
  await open()
  expect(document.querySelector('tbody tr')?.textContent).toContain('Table (CSV)')
  expect(pageText()).toContain('10 of 11')
  expect(pageText()).toContain('PAYROLL SAMPLE WORKS')
  expect(pageText()).toContain('4000.00 a month, Sample Works')
})

test('accepting takes what was computed but for what a person found otherwise', async () => {
  const sent = serve({ acceptStatement: { data: { ...SAMPLE_STATEMENT_ROW, state: 'accepted' } } })
  await open()
  await press('Accept')
  expect(document.querySelector('dialog')?.textContent).toContain('The income counts as verified')
  expect(document.querySelector('dialog')?.textContent).toContain('Rule: Lender’s policy')
  await submit()
  expect(pageText()).toContain('Enter the 4 digits.')
  await type('Last 4 digits of the account on the statement', '2333')
  await type('Monthly net income', '3900')
  await submit()
  expect(pageText()).toContain('An amount like 3076.66.')
  await type('Monthly net income', '3900.00')
  await type('Note', 'One deposit is a gift')
  await submit()
  expect(sent.find(({ name }) => name === 'acceptStatement')?.body).toEqual({
    requestCode,
    accountTail: '2333',
    ownerName: null,
    findings: { monthlyNetIncome: '3900.00' },
    note: 'One deposit is a gift',
  })
  expect(pageText()).toContain('Accepted: the statement of Jordan Avila.')
})

test('where nothing that was computed may stand, a person enters what they found', async () => {
  const sent = serve({
    showStatement: { data: { ...SAMPLE_STATEMENT, kind: 'png', computed: null, needsFindings: true } },
  })
  await open()
  await press('Accept')
  expect(fieldOf('Monthly net income').value).toBe('')
  await type('Last 4 digits of the account on the statement', '2333')
  await submit()
  expect(pageText()).toContain('Enter what you found in the file.')
  expect(sent.some(({ name }) => name === 'acceptStatement')).toBe(false)
})

test('a refusal needs a reason of the list, which the borrower reads', async () => {
  const sent = serve({ refuseStatement: { data: { ...SAMPLE_STATEMENT_ROW, state: 'refused' } } })
  await open()
  await press('Refuse')
  await submit()
  expect(pageText()).toContain('Choose what is wrong.')
  await choose('What is wrong', 'tooShort')
  await submit()
  expect(sent.find(({ name }) => name === 'refuseStatement')?.body).toEqual({
    requestCode,
    reason: 'tooShort',
    note: '',
  })
  expect(pageText()).toContain('Refused: the statement of Jordan Avila.')
})

test('what is not possible stays, with its reason; a file in quarantine is released first', async () => {
  const rule = 'Lender’s policy: as an example.'
  serve({
    showStatement: {
      data: {
        ...SAMPLE_STATEMENT,
        state: 'quarantined',
        acts: [
          { act: 'accept', rule, obstacle: 'The file is in quarantine. Look at it, and release it first.' },
          { act: 'refuse', rule, obstacle: null },
          { act: 'release', rule, obstacle: null },
        ],
      },
    },
    releaseStatement: { data: SAMPLE_STATEMENT_ROW },
  })
  await open()
  const accept = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Accept')
  expect(accept?.disabled).toBe(true)
  expect(pageText()).toContain('Not possible now. The file is in quarantine.')
  await press('Release')
  await submit()
  expect(pageText()).toContain('Released: the statement of Jordan Avila.')
})

test('what a colleague decided meanwhile is said in the dialog', async () => {
  serve({ refuseStatement: refusal('reviewDecisionRefused') })
  await open()
  await press('Refuse')
  await choose('What is wrong', 'tooOld')
  await submit()
  expect(document.querySelector('dialog')?.textContent).toContain(
    refusal('reviewDecisionRefused').data.message,
  )
})
