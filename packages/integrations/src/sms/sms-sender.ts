import type { DeliveryFault } from '@dolphin/domain/notices/faults/delivery-fault'

/** One text message to one phone. */
export type TextMessage = {
  /** Ten digits of a US number, without country code. */
  readonly to: string
  readonly text: string
  /** Chosen by the outbox and the same at every attempt. */
  readonly messageId: string
}

/**
 * Hands a text message to the carrier, and returns the id that it gave the message if it names one; or throws
 * `SmsFailure`. It does not retry, the outbox does.
 */
export type SmsSender = {
  send(message: TextMessage): Promise<string | undefined>
}

/**
 * The message was not taken. `permanent`: trying again will not help. `fault` says whose it is; `optedOut`: the owner
 * of the phone replied STOP, so nothing may be sent there any more (47 CFR 64.1200). The message holds no number.
 */
export class SmsFailure extends Error {
  constructor(
    readonly permanent: boolean,
    readonly fault: DeliveryFault,
    readonly responseCode: number | undefined,
  ) {
    super(`text message not accepted (${responseCode ?? 'no answer'})`)
    this.name = 'SmsFailure'
  }
}
