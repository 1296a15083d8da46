import type { TicketMessage } from '@dolphin/contract/channel'
import { useEffect, useRef } from 'react'
import { listenForTickets } from './channel.ts'

/** Calls back on every ticket while the page is open; the page then reads its state again. */
export function useTickets(onTicket: (message: TicketMessage) => void): void {
  const latest = useRef(onTicket)
  useEffect(() => {
    latest.current = onTicket
  })
  useEffect(() => listenForTickets((message) => latest.current(message)), [])
}
