import type { Owner } from '@dolphin/database/driver/owner'
import type { TicketMessage } from '@dolphin/contract/channel'
import type { UnitOfWork } from '../unit-of-work.ts'

/** What happened, without the id that the board gives it. */
export type TicketNews = {
  [Kind in TicketMessage['ticket']]: Omit<Extract<TicketMessage, { readonly ticket: Kind }>, 'id'>
}[TicketMessage['ticket']]

export interface TicketBoard {
  /** Tells every open page of the customer, on every node, once the transaction commits. */
  post(unit: UnitOfWork, owner: Owner, news: TicketNews): Promise<void>
}
