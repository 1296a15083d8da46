import { useQuery } from '@tanstack/react-query'
import type { StaffAct, StaffPermission } from '@dolphin/domain/staff/permissions'
import { createContext, type ReactNode, useContext } from 'react'
import { type CallValue, call, isSignedOut } from '../calls/call.ts'
import { failureText } from '../calls/failure-text.ts'
import { failureOf, queryClient, reads } from '../calls/queries.ts'
import { ReadingFailed, Waiting } from './reading.tsx'

/** Who is signed in, until when, and what they may do. */
export type Session = CallValue<'readStaffSession'>

const SessionContext = createContext<Session | undefined>(undefined)

/** Seldom enough to cost nothing, often enough to learn of a role that ended. */
const LOOK_AGAIN_MS = 60_000

/** Shows its children to who is signed in; a session that is over leads to sign-in by itself. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    ...reads('readStaffSession', {}),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const failure = failureOf(error)
  if (data !== undefined) return <SessionContext value={data}>{children}</SessionContext>
  if (failure !== undefined) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  return <Waiting />
}

/** The session that the page belongs to. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('A page of staff stands outside of SignedIn')
  return session
}

/** Whether some role allows one of these acts in some portfolio. */
export const mayAct = (
  { permissions }: Pick<Session, 'permissions'>,
  permission: StaffPermission,
  acts: readonly StaffAct[],
): boolean => permissions.some((each) => each.permission === permission && acts.includes(each.act))

/** Ends the session on the server and forgets what it had read; answers why it may still be open, undefined where it is not. */
export async function signOut(): Promise<string | undefined> {
  const ended = await call('staffSignOut', { body: {} })
  if (!ended.ok && !isSignedOut(ended.failure)) return failureText(ended.failure)
  queryClient.clear()
  return undefined
}
