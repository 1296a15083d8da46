import { beginEnrollmentCall, completeEnrollmentCall } from '@dolphin/contract/staff'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { Secret, TOTP } from 'otpauth'
import type { TestApi } from './api-fixture.ts'
import type { Halves } from './desk-staff.ts'

/** Opens an invitation by the token of its link and its code, for a password and an app in place of a passkey. */
export async function openWithPassword(api: TestApi, halves: Halves) {
  const client = api.client().atDesk()
  const { challengeId, authenticator } = await client.ask(beginEnrollmentCall, { body: halves })
  const secret = Secret.fromBase32(authenticator.secret)
  return {
    client,
    /** What the app shows, its clock so many minutes off. */
    appCode: (minutesOff = 0) =>
      new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() + minutesOff * MINUTE_MS }),
    enroll: (password: string, code: string) =>
      client.call(completeEnrollmentCall, {
        body: { ...halves, challengeId, factor: { kind: 'password', password, code } },
      }),
  }
}
