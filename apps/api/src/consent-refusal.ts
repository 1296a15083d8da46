import type { ConsentRefusal } from '@dolphin/domain/consent/consent-check'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { type Refusal, refuse } from './http/refusal.ts'

const CODES: Readonly<Record<ConsentRefusal['reason'], ResponseCodeName>> = {
  requiredMissing: 'consentRequired',
  outdatedVersion: 'consentOutdated',
  unknownConsent: 'invalidInput',
  answeredTwice: 'invalidInput',
}

const MESSAGES: Readonly<Record<ConsentRefusal['reason'], string>> = {
  requiredMissing: 'This consent is required. Tick it to go on.',
  outdatedVersion: 'The text of this consent has changed. Read the new text and confirm it.',
  unknownConsent: 'This consent is not asked for here.',
  answeredTwice: 'This consent is answered twice.',
}

/** Why consents were not saved, at each consent. */
export function consentRefusal({ reason, kinds }: ConsentRefusal): {
  readonly ok: false
  readonly error: Refusal
} {
  const errors = kinds.map((elementKey) => ({ elementKey, message: MESSAGES[reason] }))
  const refusal = refuse(CODES[reason], { errors })
  return refusal.ok ? { ok: false, error: { name: 'unexpected', detail: {}, keepWrites: false } } : refusal
}
