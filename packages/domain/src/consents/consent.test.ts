import { expect, test } from 'vitest'
import { ConsentKind, type ConsentTemplate } from '../portfolios/consent-template.ts'
import { checkConsents } from './consent-check.ts'
import { consentLabel, optInWording } from './opt-in-wording.ts'

const aConsent = (kind: ConsentKind, label: string, required = false): ConsentTemplate => ({
  kind,
  version: 2,
  required,
  label: { en: label, es: `${label} (es)` },
  title: { en: label, es: label },
  summary: { en: label, es: label },
  text: { en: label, es: label },
})

const records = aConsent(ConsentKind.electronicRecords, 'Electronic Records Consent', true)
const ach = aConsent(ConsentKind.achAuthorization, 'ACH Authorization')
const military = aConsent(ConsentKind.militarySelfIdentification, 'Military Lending Act')

test('product.md §3: opt-in wording is built from the labels of the ticked consents, the military one prefixed', () => {
  const wording = (consents: readonly ConsentTemplate[], locale: 'en' | 'es') =>
    optInWording(
      consents.map((consent) => consentLabel(consent, locale)),
      locale,
    )
  expect(wording([records, ach, military], 'en')).toBe(
    'By continuing, I agree to the Electronic Records Consent, ACH Authorization, and self-identification for purposes of the Military Lending Act.',
  )
  expect(wording([records, ach], 'en')).toBe(
    'By continuing, I agree to the Electronic Records Consent and ACH Authorization.',
  )
  expect(wording([military], 'es')).toContain('autoidentificación a los efectos de la')
  expect(wording([], 'en')).toBe('')
})

const answer = (kind: ConsentKind, given = true, version = 2) => ({ kind, version, given })

test.each([
  [
    'required given, the rest declined',
    [answer('electronicRecords'), answer('achAuthorization', false)],
    'ok',
  ],
  ['the rest unanswered', [answer('electronicRecords')], 'ok'],
  ['required declined', [answer('electronicRecords', false)], 'requiredMissing'],
  ['required unanswered', [answer('achAuthorization')], 'requiredMissing'],
  ['an older version', [answer('electronicRecords', true, 1)], 'outdatedVersion'],
  [
    'a consent not asked for',
    [answer('electronicRecords'), answer('marketingCallsAndTexts')],
    'unknownConsent',
  ],
  ['two answers to one', [answer('electronicRecords'), answer('electronicRecords', false)], 'answeredTwice'],
])('contract.md "batch-save-consent-status": %s', (_, answers, result) => {
  const outcome = checkConsents([records, ach, military], answers)
  expect(outcome.ok ? 'ok' : outcome.error.reason).toBe(result)
})
