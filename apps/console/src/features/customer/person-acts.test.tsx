import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, bodyOf } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount, submit, choose } from '../../testing/render.tsx'
import { SAMPLE_ACTS, SAMPLE_PREVIEW } from '../../testing/sample-acts.ts'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'
// Loaded before: the page reads it when the first act is pressed.
import './act-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const APPROVAL = { approvalNo: 'A000000031', endsAt: '2026-03-22T10:42:00-04:00' }
const possible = (name: (typeof SAMPLE_ACTS)['acts'][number]['act'], obstacle: string | null = null) => ({
  act: name,
  takesTwo: true,
  rule: 'Lender’s policy: as an example.',
  obstacle,
})

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  const { openId, portfolioId, loanNo } = SAMPLE_ACTS
  return answerCalls({
    readStaffSession: {
      data: sampleSession([
        { permission: 'loan.read', act: 'may', portfolios: null },
        ...(['person.legalHold', 'person.correct', 'person.erase', 'entry.reverse'] as const).map(
          (permission) => ({ permission, act: 'enter' as const, portfolios: null }),
        ),
      ]),
    },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: SAMPLE_FILE },
    listFileActs: {
      data: {
        ...SAMPLE_ACTS,
        acts: [
          possible('reverseEntry'),
          possible('sendPrenote', 'The next batch sends its prenote already.'),
          possible('setHold'),
          possible('liftHold', 'No hold on it is in effect.'),
          possible('correctPerson'),
          possible('erasePerson'),
        ],
        choices: {
          ...SAMPLE_ACTS.choices,
          reversible: SAMPLE_ACTS.choices.paid,
          toHold: [
            { scope: 'person', subject: openId ?? '' },
            { scope: 'loan', subject: loanNo ?? '' },
          ],
          requests: [
            { requestNo: 'P000000012', kind: 'correction', details: 'My name.', answerBy: '2026-04-17' },
          ],
        },
      },
    },
    previewFileAct: { data: SAMPLE_PREVIEW },
    setLegalHold: { data: { approval: APPROVAL } },
    correctPerson: { data: { approval: APPROVAL } },
    erasePerson: { data: { approval: APPROVAL } },
    reverseEntry: { data: { transactionNo: 'T000004096', approval: APPROVAL } },
    listDataRequest: {
      data: {
        requests: [
          {
            requestNo: 'P000000012',
            kind: 'correction',
            details: 'My name.',
            askedAt: '2026-03-03T10:00:00-05:00',
            answerBy: '2026-04-17',
            answeredAt: null,
            outcome: null,
            answer: null,
            kept: [],
          },
        ],
      },
    },
    answerDataRequest: { data: { answered: true } },
    loanRecords: {
      data: {
        loanNo: loanNo ?? `${portfolioId}-0000214`,
        schedule: [],
        transactions: [],
        documents: [],
        answers: [],
        consents: [],
        notices: [],
      },
    },
    ...answers,
  })
}

const open = (tab = 'acts') => render(<DeskApp />, `/customers/jordan-avila?tab=${tab}`)

test('a hold is set on what is chosen, with its reason, and waits for a colleague', async () => {
  const sent = serve()
  await open()
  expect(pageText()).toContain('Not possible now. No hold on it is in effect.')
  await press('Set legal hold')
  await choose('What it covers', 'loan/118-0000214')
  await submit()
  expect(bodyOf(sent, 'previewFileAct')).toEqual({
    act: 'setHold',
    portfolioId: 118,
    scope: 'loan',
    subject: '118-0000214',
  })
  await submit()
  expect(pageText()).toContain('Say why, in three letters or more.')
  await type('Note', 'Letter of counsel')
  await submit()
  expect(bodyOf(sent, 'setLegalHold')).toEqual({
    portfolioId: 118,
    scope: 'loan',
    subject: '118-0000214',
    reason: 'Letter of counsel',
  })
  expect(pageText()).toContain('It waits for a colleague as A000000031')
})

test('a correction names what is right alone, an address whole, and the request that it answers', async () => {
  const sent = serve()
  await open()
  await press('Correct data')
  await submit()
  expect(pageText()).toContain('Say what is right: fill in one field or more.')
  await type('Street', '14 Elm Street')
  await type('SSN', '52144')
  await submit()
  expect(pageText()).toContain('Give the address whole.')
  expect(pageText()).toContain('Nine digits.')
  await type('SSN', '')
  await type('City', 'Wilmington')
  await type('State', 'DE')
  await type('ZIP code', '19801')
  await submit()
  await type('Note', 'Utility bill seen')
  await submit()
  expect(bodyOf(sent, 'correctPerson')).toEqual({
    openId: 'jordan-avila',
    requestNo: 'P000000012',
    right: { address: { street: '14 Elm Street', unit: '', city: 'Wilmington', state: 'DE', zip: '19801' } },
    note: 'Utility bill seen',
  })
})

test('an erasure of one’s own accord answers no request', async () => {
  const sent = serve()
  await open()
  await press('Erase data')
  await submit()
  expect(bodyOf(sent, 'previewFileAct')).toMatchObject({ act: 'erasePerson', requestNo: null })
  await submit()
  await type('Note', 'By letter')
  await submit()
  expect(bodyOf(sent, 'erasePerson')).toEqual({ openId: 'jordan-avila', note: 'By letter' })
})

test('an entry is reversed beside the payments: which one, what was wrong, and when it was found', async () => {
  const sent = serve()
  await open('money')
  expect(pageText()).toContain('The next batch sends its prenote already.')
  expect(pageText()).not.toContain('Set legal hold')
  await press('Reverse entry')
  await choose('Which entry', 'T000004096')
  await choose('What was wrong', 'amount')
  await choose('When it was found', '2026-03-17T12:00:00.000Z')
  await submit()
  await type('Note', 'The clearing report shows it')
  await submit()
  expect(bodyOf(sent, 'reverseEntry')).toEqual({
    loanNo: '118-0000214',
    transactionNo: 'T000004096',
    reason: 'amount',
    foundAt: '2026-03-17T12:00:00.000Z',
    note: 'The clearing report shows it',
  })
})

test('a request says by when it is answered; an answer in words changes nothing on file', async () => {
  const sent = serve()
  await open('data')
  expect(pageText()).toContain('Due Apr 17, 2026.')
  expect(pageText()).toContain('Set legal hold')
  await press('Answer P000000012')
  await submit()
  expect(pageText()).toContain('Choose what becomes of it.')
  await choose('What becomes of it', 'refused')
  await type('Answer to the customer', 'Your name is as on your license.')
  await submit()
  expect(bodyOf(sent, 'answerDataRequest')).toEqual({
    openId: 'jordan-avila',
    requestNo: 'P000000012',
    outcome: 'refused',
    answer: 'Your name is as on your license.',
  })
  expect(pageText()).toContain('Answered: P000000012.')
})
