import type { TicketMessage } from '@dolphin/contract/channel'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { useState } from 'react'
import { useTickets } from '../../channel/use-tickets.ts'
import { laterText } from './messages.ts'

/** What is said of a ticket; a signature speaks for itself, by its own snackbar. */
function wordsOf(message: TicketMessage): string | undefined {
  if (message.ticket === Ticket.cutOffTimeExpired) return laterText('cutOffPassed')
  if (message.ticket !== Ticket.inProgress) return undefined
  return laterText('loanStatus' in message.data ? 'loanMoved' : 'messageArrived')
}

/**
 * Says politely that something on the page has changed by itself, for who cannot see it change (WCAG 4.1.3). What it
 * is, the page shows.
 */
export default function LiveEvents() {
  const [said, setSaid] = useState({ round: 0, words: '' })
  useTickets((message) => {
    const words = wordsOf(message)
    if (words !== undefined) setSaid(({ round }) => ({ round: round + 1, words }))
  })
  return (
    // The region holds a block of its own for each event, so that the same words are said again
    <div role="status" className="visually-hidden">
      {said.words !== '' && <p key={said.round}>{said.words}</p>}
    </div>
  )
}
