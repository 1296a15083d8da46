import { SectionKey } from '@dolphin/domain/applications/codes'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { isCustomer } from '../../api-client/session.ts'
import { persistedState, type PersistedState } from '../../app/persisted-state.ts'

type HomeLoan = CallValue<'listDisbursementLoan'>['loans'][number]

/** Whose application a notification speaks of, as far as this browser knows. */
export interface ApplicationContext {
  /** The newest loan of a signed-in customer. */
  readonly loan: HomeLoan | undefined
  /** The application that this browser was working on. */
  readonly workflow: PersistedState['workflow'] | undefined
}

/** Where the reader stands; undefined until it is known. Quiet: a notification never leads elsewhere by itself. */
export function useApplicationContext(): ApplicationContext | undefined {
  const [workflow, setWorkflow] = useState<PersistedState['workflow'] | null>()
  useEffect(() => void persistedState('workflow').then((kept) => setWorkflow(kept ?? null)), [])
  const { data: loan } = useQuery({ queryKey: ['standing'], queryFn: newestLoan })
  if (workflow === undefined || loan === undefined) return undefined
  return { loan: loan ?? undefined, workflow: workflow ?? undefined }
}

/** Null without a signed-in customer; a session limited to one application does not count. */
async function newestLoan(): Promise<HomeLoan | null> {
  if (!isCustomer()) return null
  const answer = await call('listDisbursementLoan', {}, { quiet: true })
  return answer.ok ? (answer.value.loans[0] ?? null) : null
}

/** The page of the application that this is about. */
export function applicationPath({ loan, workflow }: ApplicationContext): string {
  if (workflow?.resource !== undefined) return `/application/${encodeURIComponent(workflow.resource)}`
  return loan?.next ?? '/guidance'
}

/** The same page, opened at the bank link: where another bank is chosen, or a statement is sent. */
export function bankLinkPath(context: ApplicationContext, upload = false): string {
  const path = applicationPath(context)
  const joint = path.includes('?') ? '&' : '?'
  return `${path}${joint}section=${SectionKey.ibv}&${upload ? 'upload=1' : 'bank=choose'}`
}
