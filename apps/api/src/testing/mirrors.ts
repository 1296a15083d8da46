import { openMirrorCall } from '@dolphin/contract/mirror'
import type { TestApi } from './api-fixture.ts'
import { deskOf } from './confirmations.ts'
import { signInEmployee } from './employees.ts'
import type { Demonstrated, TestClient } from './test-client.ts'

/** A view of a customer's pages, and the browser at the desk that opened it. */
export interface OpenedMirror {
  readonly mirrorNo: string
  readonly desk: TestClient
  /** The frame in which the borrower's pages stand: the same browser, asking for the view. */
  readonly frame: TestClient
}

/** What a browser at the desk asks by within a view. */
export function frameOf(desk: TestClient, mirrorNo: string): TestClient {
  const frame = desk.atDesk()
  for (const [name, value] of desk.cookies) frame.cookies.set(name, value)
  frame.session = { accessToken: mirrorNo, userCredential: 'mirror' }
  return frame
}

/** Opens a view of a customer's pages, as someone in every role unless some are named. */
export async function openedMirror(
  api: TestApi,
  openId: string,
  { name, ...bounds }: Partial<Demonstrated> = {},
): Promise<OpenedMirror> {
  const { client: desk } = await deskOf(await signInEmployee(api, name, bounds))
  const { mirrorNo } = await desk.ask(openMirrorCall, { body: { openId, reason: 'Asked about a payment' } })
  return { mirrorNo, desk, frame: frameOf(desk, mirrorNo) }
}
