import type { StaffRole } from '@dolphin/domain/staff/codes'
import { type CallResult, send } from '../calls/call.ts'
import { type Asked, askPasskey, type PasskeyAnswer, type PasskeyQuestion } from './passkey.ts'

/** Someone of the demonstration's staff; never in production. */
export interface DemonstrationEmployee {
  readonly employeeId: string
  readonly name: string
  readonly roles: readonly StaffRole[]
}

/** In this window someone of the demonstration is signed in, whose passkey the server holds. */
const SIGNED_IN_AS = 'desk.demonstration'

const jsonHeaders = () => new Headers({ accept: 'application/json', 'accept-language': 'en' })

const post = <Value>(path: string, body: unknown): Promise<CallResult<Value>> =>
  send(path, { method: 'POST', headers: jsonHeaders() }, body)

/** Who can sign in without a passkey. */
export const listDemonstration = (): Promise<
  CallResult<{ readonly employees: readonly DemonstrationEmployee[] }>
> => send('/dev/staff', { method: 'GET', headers: jsonHeaders() })

/** Signs in as one of them. */
export async function signInAs({ employeeId }: DemonstrationEmployee): Promise<CallResult<unknown>> {
  const opened = await post('/dev/staff/sign-in', { employeeId })
  if (opened.ok) sessionStorage.setItem(SIGNED_IN_AS, employeeId)
  return opened
}

/** The employee's own passkey answers a question; that of the demonstration's staff lies with the server. */
export async function provePasskey(
  question: PasskeyQuestion,
  employeeId: string,
): Promise<Asked<PasskeyAnswer>> {
  if (sessionStorage.getItem(SIGNED_IN_AS) !== employeeId) return await askPasskey(question)
  const answered = await post<{ readonly response: PasskeyAnswer }>('/dev/staff/passkey', {
    employeeId,
    options: question,
  })
  return answered.ok ? { ok: true, answer: answered.value.response } : { ok: false, trouble: 'broken' }
}
