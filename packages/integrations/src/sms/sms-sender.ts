/** One text message to one phone. */
export type TextMessage = {
  /** Ten digits of a US number, without country code. */
  readonly to: string
  readonly text: string
  /** Chosen by the outbox and the same at every attempt. */
  readonly messageId: string
}

/** Hands a text message to the carrier or throws `SmsFailure`; it does not retry, the outbox does. */
export type SmsSender = {
  send(message: TextMessage): Promise<void>
}

/**
 * The message was not taken. `permanent`: trying again will not help. `optedOut`: the owner of the phone replied
 * STOP, so nothing may be sent there any more (47 CFR 64.1200). The message holds no number.
 */
export class SmsFailure extends Error {
  constructor(
    readonly permanent: boolean,
    readonly optedOut: boolean,
    readonly responseCode: number | undefined,
  ) {
    super(`text message not accepted (${responseCode ?? 'no answer'})`)
    this.name = 'SmsFailure'
  }
}
