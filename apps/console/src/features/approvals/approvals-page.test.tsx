import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { SignedIn } from '../../app/session.tsx'
import { queryClient } from '../../calls/queries.ts'
import { askPasskey } from '../../passkey/passkey.ts'
import { answerCalls, NO_ANSWER, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
import { SAMPLE_APPROVAL, SAMPLE_HEADS } from '../../testing/sample-approvals.ts'
import { sampleSession } from '../../testing/sample-session.ts'
import { ApprovalsPage } from './approvals-page.tsx'
import type { Approval, ApprovalHead } from './use-approvals.ts'

vi.mock('../../passkey/passkey.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  askPasskey: vi.fn(),
}))

const list = (approvals: readonly ApprovalHead[]) => ({
  data: {
    approvals: [...approvals],
    after: null,
    waiting: approvals.filter(({ obstacle }) => obstacle === null).length,
  },
})

const BEGUN = { data: { challengeId: 'c'.repeat(22), options: {} } }
const SIGNED_IN = { readStaffSession: { data: sampleSession() } } as const
const confirmed = (more: Partial<Approval> = {}) => ({
  data: { approval: { ...SAMPLE_APPROVAL, state: 'confirmed' as const, ...more }, invitation: null },
})

/** The server with one approval open, and what a test says otherwise. */
const serve = (answers: Parameters<typeof answerCalls>[0] = {}) =>
  answerCalls({
    ...SIGNED_IN,
    listApproval: list(SAMPLE_HEADS),
    showApproval: { data: SAMPLE_APPROVAL },
    beginConfirmation: BEGUN,
    confirmApproval: confirmed(),
    ...answers,
  })

const open = (address = '/approvals/A000000012') =>
  render(
    <SignedIn>
      <Route path="/approvals/:chosen?" component={ApprovalsPage} />
    </SignedIn>,
    address,
  )

const confirmIt = async (amount = '120.00') => {
  await press('Confirm with passkey')
  await type('Type the amount again: 120.00', amount)
  await press('Sign and confirm')
}

const key = async (name: string) => {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  })
  await settle()
}

const rowTitles = () =>
  [...document.querySelectorAll('li a')].map((row) => row.firstElementChild?.textContent)

beforeEach(() => {
  localStorage.clear()
  vi.mocked(askPasskey)
    .mockReset()
    .mockResolvedValue({ ok: true, answer: { id: 'k' } as never })
})
afterEach(unmount)

describe('the list', () => {
  test('those that can be confirmed stand first, oldest first; the others say why not', async () => {
    serve()
    await open('/approvals')
    expect(rowTitles()).toEqual([
      'Receipt, money order',
      'Refund 302, duplicate payment',
      'Publish portfolio 110, version 14',
    ])
    expect(pageText()).toContain('You cannot confirm these')
    expect(pageText()).toContain('None of your roles confirms this.')
    expect(pageText()).toContain('Choose an approval from the list.')
  })

  test('own ones and answered ones stand apart, and the address keeps which', async () => {
    const sent = serve({
      listApproval: ({ path }) =>
        list(path.includes('enteredBy=me') ? SAMPLE_HEADS.filter(({ own }) => own) : SAMPLE_HEADS),
    })
    const shown = await open('/approvals')
    await press('Entered by me 1')
    expect(rowTitles()).toEqual(['Write-off'])
    await press('Save as CSV')
    expect(sent.at(-1)?.path).toContain('approval-csv?state=waiting&enteredBy=me')
    await press('Answered')
    expect(sent.at(-1)?.path).toContain('state=answered')
    expect(shown.path()).toBe('/approvals?tab=answered')
  })

  test('a portfolio keeps the list to its own', async () => {
    const sent = serve()
    await open('/approvals?portfolio=118')
    expect(sent.some(({ path }) => path.includes('portfolioId=118'))).toBe(true)
  })

  test('an empty list says so', async () => {
    serve({ listApproval: list([]) })
    await open('/approvals')
    expect(pageText()).toContain('Nothing waits for you.')
  })

  test('a list that could not be read says why, and is read again', async () => {
    serve({ listApproval: NO_ANSWER })
    await open('/approvals')
    expect(pageText()).toContain('The desk did not answer.')
    serve()
    await press('Try again')
    expect(rowTitles()).toHaveLength(3)
  })

  test('what comes in waits behind a bar, and what leaves stays in its place', async () => {
    serve({ listApproval: list(SAMPLE_HEADS.slice(0, 1)) })
    await open('/approvals')
    serve({ listApproval: list(SAMPLE_HEADS.slice(1, 2)) })
    await act(async () => queryClient.invalidateQueries({ queryKey: ['listApproval'] }))
    await settle()
    expect(rowTitles()).toEqual(['Receipt, money order'])
    expect(pageText()).toContain('no longer waits')
    await press('1 new approval. Show')
    expect(rowTitles()).toEqual(['Refund 302, duplicate payment'])
  })
})

describe('one approval', () => {
  test('shows what changes before what does not, and why the employee may confirm', async () => {
    serve()
    await open()
    const rows = [...document.querySelectorAll('tbody tr')]
    expect(rows[0]?.textContent).toBe('Fees owed15.000.00−15.00')
    expect(rows.at(-1)?.textContent).toContain('no change')
    expect(pageText()).toContain('Your role confirms posting.enter (Team lead)')
    expect(pageText()).toContain('Entered by Owen Brandt, Mar 17, 10:31 AM')
    expect(pageText()).toContain('Ends Sun, Mar 22.')
  })

  test('shows days and instants as the desk writes them, wherever the server says them', async () => {
    const day = '2026-03-27'
    serve({
      showApproval: {
        data: {
          ...SAMPLE_APPROVAL,
          asEntered: [
            { label: 'Counts from', value: day },
            { label: 'Found', value: '2026-03-17T10:31:08-04:00' },
          ],
          differences: [
            { label: 'Next payment', before: `${day}, $99.43`, after: '2026-04-03', change: null },
          ],
          effects: [`No debit before ${day}.`],
        },
      },
    })
    await open()
    for (const shown of ['Mar 27, 2026, $99.43', 'Apr 3, 2026', 'No debit before Mar 27, 2026.'])
      expect(pageText()).toContain(shown)
    expect(pageText()).toContain('Mar 17, 2026, 10:31 AM')
    expect(pageText()).not.toContain('2026-0')
  })

  test('is confirmed by a passkey over its digest, and leads to the next one', async () => {
    const sent = serve()
    const shown = await open()
    await confirmIt()
    expect(sent.find(({ name }) => name === 'beginConfirmation')?.body).toEqual({
      approvalNo: 'A000000012',
      digest: SAMPLE_APPROVAL.digest,
    })
    expect(sent.find(({ name }) => name === 'confirmApproval')?.body).toEqual({
      approvalNo: 'A000000012',
      digest: SAMPLE_APPROVAL.digest,
      challengeId: 'c'.repeat(22),
      response: { id: 'k' },
    })
    expect(pageText()).toContain('Confirmed and carried out: Receipt, money order')
    expect(shown.path()).toBe('/approvals/A000000013')
    expect(rowTitles()).not.toContain('Receipt, money order')
  })

  test('nothing is signed for another amount than the one above', async () => {
    const sent = serve()
    await open()
    await confirmIt('102.00')
    expect(pageText()).toContain('This is not the amount above.')
    expect(sent.some(({ name }) => name === 'beginConfirmation')).toBe(false)
  })

  test('a passkey that gives no answer leaves everything as it was', async () => {
    vi.mocked(askPasskey).mockResolvedValue({ ok: false, trouble: 'cancelled' })
    const sent = serve()
    await open()
    await confirmIt()
    expect(pageText()).toContain('Your device gave no passkey')
    expect(sent.some(({ name }) => name === 'confirmApproval')).toBe(false)
  })

  test('what has changed since it was read is shown again before it can be confirmed', async () => {
    const later = { ...SAMPLE_APPROVAL, digest: 'f'.repeat(64), title: 'Receipt, check' }
    serve({ beginConfirmation: refusal('approvalChanged') })
    await open()
    serve({ beginConfirmation: refusal('approvalChanged'), showApproval: { data: later } })
    await confirmIt()
    expect(document.querySelector('header h2')?.textContent).toBe('Receipt, money order')
    expect(pageText()).toContain('This has changed since you read it')
    expect(buttonNamed('Confirm with passkey')?.disabled).toBe(true)
    await press('Show it again')
    expect(document.querySelector('header h2')?.textContent).toBe('Receipt, check')
    expect(pageText()).not.toContain('This has changed since you read it')
    expect(buttonNamed('Confirm with passkey')?.disabled).toBe(false)
  })

  test('one that cannot be carried out as things stand can still be returned', async () => {
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, blocked: 'The loan is paid off by now.' } } })
    await open()
    expect(pageText()).toContain('The loan is paid off by now.')
    expect(buttonNamed('Confirm with passkey')?.disabled).toBe(true)
    expect(buttonNamed('Return with a note')).toBeDefined()
  })

  test('is returned with a note', async () => {
    const sent = serve({ answerApproval: { data: { ...SAMPLE_APPROVAL, state: 'returned' } } })
    await open()
    await press('Return with a note')
    await press('Return it')
    expect(pageText()).toContain('Say why, in three letters or more.')
    await type('Note', 'The scan shows another amount')
    await press('Return it')
    expect(sent.find(({ name }) => name === 'answerApproval')?.body).toEqual({
      approvalNo: 'A000000012',
      answer: 'return',
      note: 'The scan shows another amount',
    })
    expect(pageText()).toContain('Returned: Receipt, money order')
  })

  test('of one’s own one takes back what one entered, and confirms nothing', async () => {
    const own = SAMPLE_HEADS[3]
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, ...own } } })
    await open('/approvals/A000000015?tab=mine')
    expect(pageText()).toContain('You entered it. A colleague confirms it.')
    expect(buttonNamed('Confirm with passkey')).toBeUndefined()
    expect(buttonNamed('Withdraw')).toBeDefined()
  })

  test('one that is over shows who answered it and why, and takes no answer more', async () => {
    const answer = {
      by: { employeeId: 'paul-eckert', name: 'Paul Eckert' },
      at: '2026-03-17T11:00:00-04:00',
      note: 'Entered twice',
    }
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, state: 'refused', answer, differences: [] } } })
    await open()
    expect(pageText()).toContain('Paul Eckert, Mar 17, 11:00 AM: Entered twice')
    expect(pageText()).not.toContain('No figure changes.')
    expect(buttonNamed('Confirm with passkey')).toBeUndefined()
  })

  const ended = { own: true, obstacle: 'enteredByYourself', state: 'expired', differences: [] } as const
  const AGAIN = { approvalNo: 'A000000016', endsAt: '2026-03-27T10:31:08-04:00' }

  test('one’s own that ended says when and why, and is entered again with one act', async () => {
    const sent = serve({
      showApproval: { data: { ...SAMPLE_APPROVAL, ...ended } },
      enterApprovalAgain: { data: { approval: AGAIN, code: null } },
    })
    const shown = await open()
    expect(pageText()).toContain('Over: five days without an answer')
    expect(pageText()).toContain('Ended Sun, Mar 22.')
    await press('Enter again')
    expect(sent.find(({ name }) => name === 'enterApprovalAgain')?.body).toEqual({ approvalNo: 'A000000012' })
    expect(shown.path()).toBe('/approvals/A000000016')
    expect(pageText()).toContain('Entered again: Receipt, money order')
  })

  test('what cannot be entered again says why; what was, or is a colleague’s, offers it no more', async () => {
    const refused = refusal('approvalBlocked')
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, ...ended } }, enterApprovalAgain: refused })
    await open()
    await press('Enter again')
    expect(pageText()).toContain(refused.data.message)
    await unmount()
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, ...ended, enteredAgain: 'A000000016' } } })
    await open()
    expect(pageText()).toContain('Entered again as A000000016')
    expect(buttonNamed('Enter again')).toBeUndefined()
    await unmount()
    serve({ showApproval: { data: { ...SAMPLE_APPROVAL, ...ended, own: false } } })
    await open()
    expect(buttonNamed('Enter again')).toBeUndefined()
  })

  test('of an invitation that is entered again the code is shown once', async () => {
    const asEntered = [{ label: 'Name', value: 'Noa New' }]
    serve({
      showApproval: { data: { ...SAMPLE_APPROVAL, ...ended, asEntered } },
      enterApprovalAgain: { data: { approval: AGAIN, code: '7F2KQ-0M9XT' } },
    })
    await open()
    await press('Enter again')
    expect(document.querySelector('output')?.textContent).toBe('7F2KQ-0M9XT')
    expect(pageText()).toContain('Noa New')
    await press('Done')
    expect(pageText()).toContain('Entered again:')
  })

  test('one that does not exist says so', async () => {
    serve({ showApproval: refusal('notFound') })
    await open()
    expect(pageText()).toContain('This could not be read')
  })

  test('of an invitation the link is shown once', async () => {
    const invitation = { link: 'https://desk.example/enroll#x', expiresAt: '2026-03-17T11:12:00-04:00' }
    serve({ confirmApproval: { data: { approval: SAMPLE_APPROVAL, invitation } } })
    await open()
    await confirmIt()
    expect(pageText()).toContain('works until 11:12 AM ET')
    expect(document.querySelector('output')?.textContent).toBe('https://desk.example/enroll#x')
    await press('Done')
    expect(pageText()).toContain('Confirmed and carried out')
  })
})

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name)

describe('keys', () => {
  test('j and k walk the list, c opens the confirmation', async () => {
    serve()
    const shown = await open('/approvals')
    await key('j')
    expect(shown.path()).toBe('/approvals/A000000012')
    await key('j')
    expect(shown.path()).toBe('/approvals/A000000013')
    await key('k')
    expect(shown.path()).toBe('/approvals/A000000012')
    await key('c')
    expect(pageText()).toContain('Your passkey signs this digest')
  })

  test('letters can be switched off', async () => {
    serve()
    const shown = await open('/approvals')
    await key('?')
    expect(pageText()).toContain('next, previous approval')
    const box = document.querySelector<HTMLInputElement>('dialog input[type="checkbox"]')
    await act(async () => box?.click())
    await press('Done')
    await key('j')
    expect(shown.path()).toBe('/approvals')
  })
})
