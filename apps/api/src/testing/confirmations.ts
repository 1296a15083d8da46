import { beginConfirmationCall, confirmApprovalCall, showApprovalCall } from '@dolphin/contract/approvals'
import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import type { Envelope } from '@dolphin/contract/envelope'
import { readStaffSessionCall } from '@dolphin/contract/staff'
import type { TestClient } from './test-client.ts'

type Assertion = CallInputOf<typeof confirmApprovalCall>['body']['response']
type Confirmed = CallReply<typeof confirmApprovalCall>

/** Someone at the desk with what signs for them. */
export interface Confirmer {
  readonly client: TestClient
  readonly touch: (options: Readonly<Record<string, unknown>>) => Promise<Assertion> | Assertion
}

/** A demonstration's employee, signed in anywhere, at the desk with the passkey that the server holds for them. */
export async function deskOf(employee: TestClient): Promise<Confirmer> {
  const { employeeId } = await employee.ask(readStaffSessionCall, {})
  const client = employee.atDesk()
  await client.develop('/dev/staff/sign-in', { employeeId })
  return {
    client,
    touch: async (options) =>
      (await client.develop<{ response: Assertion }>('/dev/staff/passkey', { employeeId, options })).response,
  }
}

/** Someone in every role who entered nothing. */
export async function colleagueAtDesk(employee: TestClient): Promise<Confirmer> {
  const colleague = employee.atDesk()
  await colleague.demonstrate({ name: 'Colleague Example' })
  return await deskOf(colleague)
}

/** Reads an approval and confirms what was read; answers whatever the first refusal or the confirmation says. */
export async function tryConfirming(
  { client, touch }: Confirmer,
  approvalNo: string,
): Promise<Envelope<Confirmed>> {
  const shown = await client.call(showApprovalCall, { params: { approvalNo } })
  if (shown.code !== 1) return shown as Envelope<Confirmed>
  const { digest } = shown.data as CallReply<typeof showApprovalCall>
  const begun = await client.call(beginConfirmationCall, { body: { approvalNo, digest } })
  if (begun.code !== 1) return begun as Envelope<Confirmed>
  const { challengeId, options } = begun.data as CallReply<typeof beginConfirmationCall>
  const response = await touch(options)
  return await client.call(confirmApprovalCall, { body: { approvalNo, digest, challengeId, response } })
}

/** Confirms at the desk what another entered; it has to succeed. */
export async function confirmAt(confirmer: Confirmer, approvalNo: string): Promise<Confirmed> {
  const answer = await tryConfirming(confirmer, approvalNo)
  if (answer.code !== 1) throw new Error(`confirming ${approvalNo} was refused: ${JSON.stringify(answer)}`)
  return answer.data as Confirmed
}

/**
 * What one employee entered and a colleague confirms: the answer to its entry, or the first refusal. What waits for no
 * one is answered as it is.
 */
export async function withColleague<Reply>(
  employee: TestClient,
  entered: Envelope<Reply>,
): Promise<Envelope<Reply>> {
  if (entered.code !== 1) return entered
  const { approval } = entered.data as { readonly approval: { readonly approvalNo: string } | null }
  if (approval === null) return entered
  const confirmed = await tryConfirming(await colleagueAtDesk(employee), approval.approvalNo)
  return confirmed.code === 1 ? entered : (confirmed as Envelope<never>)
}

/** The approval that a terminal says it waits for. */
export const approvalIn = (text: string): string => /A\d{9}/.exec(text)?.[0] ?? ''

/** An employee of the demonstration confirms at the desk what another entered. */
export const confirmApproval = async (employee: TestClient, approvalNo: string): Promise<Confirmed> =>
  await confirmAt(await deskOf(employee), approvalNo)
