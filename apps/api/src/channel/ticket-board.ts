import { appendTicket } from '@dolphin/database/channel/ticket-repository'
import type { TicketBoard } from '../ports/ticket-board.ts'

export const ticketBoard: TicketBoard = {
  async post(unit, owner, { ticket, data }) {
    await appendTicket(unit.tx, owner, { ticket, data, at: unit.now })
  },
}
