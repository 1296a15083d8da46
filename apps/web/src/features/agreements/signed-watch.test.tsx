import type { TicketMessage } from '@dolphin/contract/channel'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle } from '../../testing/render.tsx'
import { aSigningStatus } from '../../testing/sample-signing.ts'
import { closeSignedNotice } from './signed-notice.ts'
import SignedWatch from './signed-watch.tsx'

const { hear } = vi.hoisted(() => {
  const ignoreMessage: (message: TicketMessage) => void = () => {}
  return { hear: { ticket: ignoreMessage } }
})
vi.mock('../../channel/use-tickets.ts', () => ({
  useTickets: (listener: (message: TicketMessage) => void) => {
    hear.ticket = listener
  },
}))

const signedTicket = (requestCode: string): TicketMessage => ({
  ticket: Ticket.signatureCallback,
  id: '1',
  data: { loanNo: '118-0000017', requestCode, signStatus: SignStatus.signed },
})

const said = (page: HTMLElement) => page.querySelector('output')?.textContent

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/documents')
})
afterEach(async () => {
  await act(async () => closeSignedNotice())
  vi.unstubAllGlobals()
})

test('another window hears 3001, asks the server, counts down and lands on /home (product.md §4)', async () => {
  const sent = answerCalls({ getRequestStatus: { data: aSigningStatus('W-1', SignStatus.signed) } })
  const page = await render(<SignedWatch />)
  expect(page.textContent).toBe('')
  await settle(() => hear.ticket(signedTicket('W-1')))
  expect(sent.map(({ name }) => name)).toEqual(['getRequestStatus'])
  expect(said(page)).toContain('after 5 seconds')
  await settle(() => [...page.querySelectorAll('button')].at(-1)?.click())
  expect(location.pathname).toBe('/home')
  expect(page.textContent).toBe('')
})

test('a forged ticket changes nothing: the server says that nothing is signed (design/security.md T12)', async () => {
  const sent = answerCalls({ getRequestStatus: { data: aSigningStatus('W-2', SignStatus.notSigned) } })
  const page = await render(<SignedWatch />)
  await settle(() => hear.ticket(signedTicket('W-2')))
  expect(sent).toHaveLength(1)
  expect(page.textContent).toBe('')
  expect(location.pathname).toBe('/documents')
})

test('a forged ticket about somebody else’s signing changes nothing either', async () => {
  answerCalls({ getRequestStatus: { status: 404, code: -95010002, message: 'm' } })
  const page = await render(<SignedWatch />)
  await settle(() => hear.ticket(signedTicket('W-3')))
  expect(page.textContent).toBe('')
  expect(location.pathname).toBe('/documents')
})

test('a window shows a ticket that arrives twice once', async () => {
  answerCalls({ getRequestStatus: { data: aSigningStatus('W-4', SignStatus.signed) } })
  const page = await render(<SignedWatch />)
  await settle(() => hear.ticket(signedTicket('W-4')))
  await act(async () => closeSignedNotice())
  await settle(() => hear.ticket(signedTicket('W-4')))
  expect(page.textContent).toBe('')
})
