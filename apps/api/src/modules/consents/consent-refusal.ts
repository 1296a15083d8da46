import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ConsentRefusal } from '@dolphin/domain/consents/consent-check'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { type Refusal, refuse } from '../../refusal.ts'

const CODES: Readonly<Record<ConsentRefusal['reason'], ResponseCodeName>> = {
  requiredMissing: 'consentRequired',
  outdatedVersion: 'consentOutdated',
  unknownConsent: 'invalidInput',
  answeredTwice: 'invalidInput',
}

const MESSAGES: Readonly<Record<ConsentRefusal['reason'], Localized>> = {
  requiredMissing: {
    en: 'This consent is required. Check it to continue.',
    es: 'Este consentimiento es obligatorio. Márquelo para seguir.',
  },
  outdatedVersion: {
    en: 'The text of this consent has changed. Read the new text and confirm it.',
    es: 'El texto de este consentimiento cambió. Lea el texto nuevo y confírmelo.',
  },
  unknownConsent: { en: 'This consent is not asked for here.', es: 'Este consentimiento no se pide aquí.' },
  answeredTwice: { en: 'This consent is answered twice.', es: 'Este consentimiento se respondió dos veces.' },
}

/** Why consents were not saved, at each consent. */
export function consentRefusal({ reason, kinds }: ConsentRefusal): {
  readonly ok: false
  readonly error: Refusal
} {
  const errors = kinds.map((elementKey) => ({ elementKey, message: MESSAGES[reason] }))
  const refusal = refuse(CODES[reason], { errors })
  return refusal.ok ? { ok: false, error: { name: 'unexpected', detail: {}, commitsWrites: false } } : refusal
}
