import { type Mail, MailFailure, type MailSender } from '@dolphin/integrations/mail/mail-sender'
import type { FakeClock } from '@dolphin/testkit/fake-clock'
import type { FaultBook } from './faults.ts'

/** The mail host: accepts mails, records them, and refuses until a set instant. */
export interface SimulatedMailHost {
  readonly sender: MailSender
  /** From now until an instant nothing is taken. */
  refuseUntil(instant: Date): void
  /** What was taken since it was asked last. */
  newlyTaken(): readonly Mail[]
}

const BUSY = 451
/** Each mail takes its time, so that of hundreds in one morning it is known which came last. */
const TAKES_MS = 1

export function createSimulatedMailHost(clock: FakeClock, faults: FaultBook): SimulatedMailHost {
  let refusesUntil = 0
  let taken: Mail[] = []
  return {
    sender: {
      send(mail) {
        if (clock.now().getTime() < refusesUntil) {
          faults.inject('mail refused')
          return Promise.reject(new MailFailure(false, BUSY))
        }
        clock.advance(TAKES_MS)
        taken.push(mail)
        return Promise.resolve(undefined)
      },
      close: () => Promise.resolve(),
    },
    refuseUntil(instant) {
      refusesUntil = instant.getTime()
    },
    newlyTaken() {
      const mails = taken
      taken = []
      return mails
    },
  }
}
