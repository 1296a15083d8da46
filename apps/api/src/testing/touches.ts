import type { CallReply } from '@dolphin/contract/call'
import { CALLS } from '@dolphin/contract/registry'
import type { Confirmer } from './confirmations.ts'
import type { DeskEmployee } from './desk-staff.ts'
import type { TestClient } from './test-client.ts'

/** A call that releases money, as it is asked for. */
export interface MoneyCall {
  readonly call: string
  readonly request: Readonly<Record<string, unknown>>
}

type Touch = CallReply<typeof CALLS.readTouch>

/** Asks for a touch over an act, in the session that will do it. */
export const askTouch = (client: TestClient, act: MoneyCall): Promise<Touch> =>
  client.ask(CALLS.askTouch, { body: { call: act.call, request: { ...act.request } } })

/** Gives a touch at the desk. */
export const giveTouch = (
  { client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>,
  touch: Pick<Touch, 'touchNo'>,
): Promise<Touch> => touchAs({ client, touch: (options) => passkey.assert(options) }, touch)

async function touchAs({ client, touch }: Confirmer, { touchNo }: Pick<Touch, 'touchNo'>): Promise<Touch> {
  const { challengeId, options } = await client.ask(CALLS.beginTouch, { body: { touchNo } })
  const response = await touch(options)
  return await client.ask(CALLS.giveTouch, { body: { touchNo, challengeId, response } })
}

/** Touches for an act of this very session of a demonstration's employee. */
export const touchAt = async (desk: Confirmer, act: MoneyCall): Promise<Touch> =>
  await touchAs(desk, await askTouch(desk.client, act))

/** Touches for an act of this very session. */
export const touchFor = async (employee: DeskEmployee, act: MoneyCall): Promise<Touch> =>
  await giveTouch(employee, await askTouch(employee.client, act))
