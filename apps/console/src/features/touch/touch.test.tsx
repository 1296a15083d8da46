import { act } from 'react'
import { Route } from 'wouter'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SignedIn } from '../../app/session.tsx'
import { call, type CallResult, type CallValue } from '../../calls/call.ts'
import { askPasskey } from '../../passkey/passkey.ts'
import { answerCalls, bodyOf, NO_ANSWER, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import type { Touch } from './give-touch.ts'
import { TouchGate } from './touch-gate.tsx'
import { TouchPage } from './touch-page.tsx'

vi.mock('../../passkey/passkey.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  askPasskey: vi.fn(),
}))

const TOUCH: Touch = {
  touchNo: 't'.repeat(22),
  link: `https://desk.example/touch/${'t'.repeat(22)}`,
  title: 'Approve an application',
  lines: [
    { label: 'Loan', value: '118-0000011' },
    { label: 'Amount', value: '$600.00' },
  ],
  digest: 'ab12'.repeat(16),
  state: 'waiting',
  expiresAt: '2026-03-17T10:45:00-04:00',
}
const GIVEN = {
  askTouch: { data: TOUCH },
  beginTouch: { data: { challengeId: 'c'.repeat(22), options: {} } },
  giveTouch: { data: { ...TOUCH, state: 'touched' } },
} as const
const BODY = { loanNo: '118-0000011', note: 'income seen' } as const
const APPROVED = { data: { loanNo: '118-0000011' } } as never

type Answers = Parameters<typeof answerCalls>[0]
const withSession = (answers: Answers) =>
  answerCalls({ readStaffSession: { data: sampleSession() }, ...answers })

/** The server asks for a touch until one is given. */
const approval = () => {
  let asked = 0
  return () => {
    asked += 1
    return asked === 1 ? refusal('touchNeeded') : APPROVED
  }
}

beforeEach(() => {
  vi.mocked(askPasskey)
    .mockReset()
    .mockResolvedValue({ ok: true, answer: { id: 'signed' } as never })
})
afterEach(unmount)

describe('an act at the desk that releases money', () => {
  type Approved = CallResult<CallValue<'approveLoan'>>
  let outcome: Approved | undefined

  const approve = async (answers: Answers) => {
    outcome = undefined
    const sent = withSession({ ...GIVEN, approveLoan: approval(), ...answers })
    await render(
      <SignedIn>
        <TouchGate />
      </SignedIn>,
    )
    await act(async () => {
      void call('approveLoan', { body: BODY }).then((answer) => {
        outcome = answer
      })
    })
    await settle()
    return sent
  }

  test('shows exactly what the passkey signs, and is done once that is touched, under the same key', async () => {
    const sent = await approve({})
    expect(bodyOf(sent, 'askTouch')).toEqual({ call: 'approveLoan', request: BODY })
    expect(pageText()).toContain('Your passkey signs exactly this, and nothing else:')
    for (const shown of ['Approve an application', '118-0000011', '$600.00', 'ab12 ab12'])
      expect(pageText()).toContain(shown)
    expect(outcome).toBeUndefined()
    await press('Touch and do it')
    expect(bodyOf(sent, 'giveTouch')).toEqual({
      touchNo: TOUCH.touchNo,
      challengeId: 'c'.repeat(22),
      response: { id: 'signed' },
    })
    expect(outcome).toEqual({ ok: true, value: { loanNo: '118-0000011' } })
    const acts = sent.filter(({ name }) => name === 'approveLoan')
    expect(acts).toHaveLength(2)
    expect(acts[0]?.headers.get('idempotency-key')).toBe(acts[1]?.headers.get('idempotency-key'))
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('shows days and instants as the desk writes them', async () => {
    const lines = [
      { label: 'Counts from', value: '2026-03-17' },
      { label: 'Found', value: '2026-03-17T10:45:00-04:00' },
    ]
    await approve({ askTouch: { data: { ...TOUCH, lines } } })
    expect(pageText()).toContain('Mar 17, 2026')
    expect(pageText()).toContain('Mar 17, 2026, 10:45 AM')
    expect(pageText()).not.toContain('2026-03-17')
  })

  test('is not done where the dialog is closed', async () => {
    const sent = await approve({})
    await press('Cancel')
    expect(outcome).toMatchObject({ ok: false, failure: { code: refusal('touchNeeded').code } })
    expect(sent.filter(({ name }) => name === 'approveLoan')).toHaveLength(1)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('says why a touch did not count, and takes another', async () => {
    const late = refusal('approvalOver')
    const sent = await approve({ giveTouch: late })
    await press('Touch and do it')
    expect(pageText()).toContain(late.data.message)
    vi.mocked(askPasskey).mockResolvedValueOnce({ ok: false, trouble: 'cancelled' })
    await press('Touch and do it')
    expect(pageText()).toContain('Your device gave no passkey')
    expect(sent.filter(({ name }) => name === 'approveLoan')).toHaveLength(1)
    expect(outcome).toBeUndefined()
  })

  test('without the right to the act no touch is asked for: its refusal is shown', async () => {
    await approve({ askTouch: refusal('notPermitted') })
    expect(document.querySelector('dialog')).toBeNull()
    expect(outcome).toMatchObject({ ok: false, failure: { code: refusal('touchNeeded').code } })
  })
})

describe('the page of a terminal’s touch', () => {
  const open = async (answers: Answers) => {
    const sent = withSession({ ...GIVEN, ...answers })
    await render(
      <SignedIn>
        <Route path="/touch/:touchNo" component={TouchPage} />
      </SignedIn>,
      `/touch/${TOUCH.touchNo}`,
    )
    return sent
  }

  test('shows the act and until when, and says that the terminal goes on once it is touched', async () => {
    let isGiven = false
    const giveTouch = () => {
      isGiven = true
      return GIVEN.giveTouch
    }
    const readTouch = () => (isGiven ? GIVEN.giveTouch : { data: TOUCH })
    const sent = await open({ readTouch, giveTouch })
    expect(pageText()).toContain('Approve an application')
    expect(pageText()).toContain('Until 10:45 AM ET.')
    await press('Touch for the terminal')
    expect(bodyOf(sent, 'beginTouch')).toEqual({ touchNo: TOUCH.touchNo })
    expect(pageText()).toContain('Touched. The terminal goes on by itself')
    expect(pageText()).not.toContain('Touch for the terminal')
  })

  test.each([
    ['used', 'The act was done.'],
    ['over', 'The five minutes of this touch are over.'],
  ] as const)('a touch that is %s says so and takes none', async (state, words) => {
    await open({ readTouch: { data: { ...TOUCH, state } } })
    expect(pageText()).toContain(words)
    expect(document.querySelector('button[type=submit]')).toBeNull()
  })

  test('says why a passkey does not count, a touch of another, and an answer that did not come', async () => {
    const message = 'Your passkey was enrolled less than 24 hours ago'
    await open({ readTouch: { data: TOUCH }, beginTouch: refusal('touchNeeded', { message }) })
    await press('Touch for the terminal')
    expect(pageText()).toContain(message)
    const absent = refusal('notFound')
    await open({ readTouch: absent })
    expect(pageText()).not.toContain('Touch for the terminal')
    await open({ readTouch: NO_ANSWER })
    expect(pageText()).toContain('The desk did not answer.')
  })
})
