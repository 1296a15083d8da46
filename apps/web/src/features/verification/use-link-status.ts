import { Ticket } from '@dolphin/domain/channel/ticket'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTickets } from '../../channel/use-tickets.ts'
import type { ApplicationView, ScreenProps } from '../applications/application-view.ts'
import { LINK_STATES } from './link-states.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 20_000
/** Polling stops after about ten minutes; a button starts it again. */
const MOST_LOOKS = 36

/**
 * Keeps the state of a bank link fresh: by ticket 3003 where the channel works, by looking ever less often where
 * it does not. `tired` says that looking has stopped; `look` looks now and begins anew.
 */
export function useLinkStatus(view: ApplicationView, refresh: ScreenProps['refresh']) {
  const { live } = LINK_STATES[view.ibvStatus]
  const [looks, setLooks] = useState(0)
  const look = useEffectEvent(() => {
    void refresh().then(() => setLooks((count) => count + 1))
  })
  useTickets(({ ticket }) => {
    if (ticket === Ticket.inProgress) void refresh()
  })
  useEffect(() => {
    if (!live || looks >= MOST_LOOKS) return
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 1.15 ** looks)
    const timer = setTimeout(look, wait)
    return () => clearTimeout(timer)
  }, [live, looks])
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') look()
    }
    addEventListener('visibilitychange', seen)
    return () => removeEventListener('visibilitychange', seen)
  }, [])
  const lookNow = () => {
    setLooks(0)
    void refresh()
  }
  return { tired: live && looks >= MOST_LOOKS, look: lookNow }
}
