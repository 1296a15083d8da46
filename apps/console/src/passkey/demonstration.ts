import type { StaffRole } from '@dolphin/domain/staff/codes'
import { type CallResult, send } from '../calls/call.ts'

/** Someone of the demonstration's staff; never in production. */
export interface DemonstrationEmployee {
  readonly name: string
  readonly roles: readonly StaffRole[]
}

const jsonHeaders = () => new Headers({ accept: 'application/json', 'accept-language': 'en' })

/** Who can sign in without a passkey. */
export const listDemonstration = (): Promise<
  CallResult<{ readonly employees: readonly DemonstrationEmployee[] }>
> => send('/dev/staff', { method: 'GET', headers: jsonHeaders() })

/** Signs in as one of them. */
export const signInAs = ({ name }: DemonstrationEmployee): Promise<CallResult<unknown>> =>
  send('/dev/staff', { method: 'POST', headers: jsonHeaders() }, { name })
