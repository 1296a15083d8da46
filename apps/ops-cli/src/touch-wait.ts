import { setTimeout as wait } from 'node:timers/promises'
import type { CallReply } from '@dolphin/contract/call'
import { askTouchCall, readTouchCall } from '@dolphin/contract/staff-touches'
import { shortInstant } from './text-table.ts'
import { OpsFailure } from './ops-failure.ts'
import type { OpsClient } from './ops-client.ts'

const POLL_MS = 1_000

type Touch = CallReply<typeof readTouchCall>

/** What the terminal says while its employee touches a passkey at the desk. */
const asking = ({ title, lines, link, digest, expiresAt }: Touch): string =>
  [
    `${title}: this releases money, so a passkey is touched for it at the desk.`,
    ...lines.map(({ label, value }) => `  ${label}: ${value}`),
    `  Digest: ${digest}`,
    `Open ${link} by ${shortInstant(expiresAt)}. Waiting …`,
  ].join('\n')

/** Asks for a touch over an act and waits until its employee has given it at the desk. Throws OpsFailure where it is over. */
export async function waitForTouch(
  { ask }: Pick<OpsClient, 'ask'>,
  act: { readonly call: string; readonly request: Readonly<Record<string, unknown>> },
  tell: (line: string) => void,
): Promise<void> {
  const touch = await ask(askTouchCall, { body: { call: act.call, request: { ...act.request } } })
  tell(asking(touch))
  const { touchNo } = touch
  for (;;) {
    const { state } = await ask(readTouchCall, { params: { touchNo } })
    if (state === 'touched') return
    if (state !== 'waiting')
      throw new OpsFailure('No passkey was touched in time, so nothing was done. Try again.')
    await wait(POLL_MS)
  }
}
