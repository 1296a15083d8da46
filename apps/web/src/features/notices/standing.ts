import { SectionKey } from '@dolphin/domain/applications/codes'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { isCustomer } from '../../api-client/session.ts'
import { keptState, type PersistedState } from '../../app/persisted-state.ts'

type HomeLoan = CallValue<'listDisbursementLoan'>['loans'][number]

/** Whose application a notification speaks of, as far as this browser knows. */
export interface Standing {
  /** The newest loan of a signed-in customer. */
  readonly loan: HomeLoan | undefined
  /** The application that this browser was working on. */
  readonly workflow: PersistedState['workflow'] | undefined
}

/** Where the reader stands; undefined until it is known. Quiet: a notification never leads elsewhere by itself. */
export function useStanding(): Standing | undefined {
  const [workflow, setWorkflow] = useState<PersistedState['workflow'] | null>()
  useEffect(() => void keptState('workflow').then((kept) => setWorkflow(kept ?? null)), [])
  const { data: loan } = useQuery({ queryKey: ['standing'], queryFn: newestLoan })
  if (workflow === undefined || loan === undefined) return undefined
  return { loan: loan ?? undefined, workflow: workflow ?? undefined }
}

/** Null where nobody is signed in, or only to one application. */
async function newestLoan(): Promise<HomeLoan | null> {
  if (!isCustomer()) return null
  const answer = await call('listDisbursementLoan', {}, { quiet: true })
  return answer.ok ? (answer.value.loans[0] ?? null) : null
}

/** The page of the application that this is about. */
export function applicationPath({ loan, workflow }: Standing): string {
  if (workflow?.resource !== undefined) return `/application/${encodeURIComponent(workflow.resource)}`
  return loan?.next ?? '/guidance'
}

/** The same page, opened at the bank link. */
export function bankLinkPath(standing: Standing, upload = false): string {
  const path = applicationPath(standing)
  const joint = path.includes('?') ? '&' : '?'
  return `${path}${joint}section=${SectionKey.ibv}${upload ? '&upload=1' : ''}`
}
