import { SectionKey } from '@dolphin/domain/applications/codes'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { type CallInput, type CallValue, call } from '../../api-client/call.ts'
import { react } from '../../api-client/reactions.ts'
import { isSignedIn } from '../../api-client/session.ts'
import { useTickets } from '../../channel/use-tickets.ts'
import { notificationText } from './messages.ts'
import { applicationPath, type ApplicationContext, useApplicationContext } from './application-context.ts'

const LOOK_MS = 5000
const SIGN_IN = 401
/** Bounded to some 20 minutes, because every look keeps the session alive. */
const MOST_LOOKS = 240

/** 202: waits for the bank link, told by ticket 3003 or found by looking, then moves on. */
export function BankLinkWatch() {
  const context = useApplicationContext()
  return context && isSignedIn() ? <Watch context={context} /> : null
}

function Watch({ context }: { context: ApplicationContext }) {
  const [, navigate] = useLocation()
  const applicationNo = context.loan?.applicationNo ?? context.workflow?.applicationNo
  const query = applicationNo === undefined ? {} : { applicationNo }
  const sections = useQuery({
    queryKey: ['bankLink', query],
    queryFn: () => look(query),
    refetchInterval: ({ state }) => (state.dataUpdateCount < MOST_LOOKS ? LOOK_MS : false),
    refetchIntervalInBackground: true,
  })
  useTickets(({ ticket }) => {
    if (ticket === Ticket.inProgress) void sections.refetch()
  })
  const over = sections.data?.ok === true && linkIsOver(sections.data.value)
  const path = applicationPath(context)
  useEffect(() => {
    if (over) navigate(path, { replace: true })
  }, [over, path, navigate])
  return <output>{notificationText('checkingStatus')}</output>
}

/** Quiet but for a session that has ended: it leads to sign-in (product.md §8). */
async function look(query: CallInput<'listSection'>['query']) {
  const result = await call('listSection', { query }, { quiet: true })
  if (!result.ok && result.failure.kind === 'refused' && result.failure.status === SIGN_IN)
    react(result.failure)
  return result
}

/** What the server says counts, whatever a ticket said: the bank section is done, or something else comes next. */
function linkIsOver({ sections, nextSection }: CallValue<'listSection'>): boolean {
  const link = sections.find(({ sectionKey }) => sectionKey === SectionKey.ibv)
  return link?.status === 'done' || nextSection !== SectionKey.ibv
}
