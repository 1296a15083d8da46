import type { AgreementSignature } from '../agreement-input.ts'

/** The mark and record of a signing for tests. */
export function sampleSignature(overrides: Partial<AgreementSignature> = {}): AgreementSignature {
  const signedAt = overrides.signedAt ?? new Date('2026-03-05T19:05:09Z')
  const from = { ip: '192.0.2.7', userAgent: 'Sample Browser 1.0' }
  return {
    mark: { kind: 'typed', text: 'Zoë O’Brien-Núñez' },
    signedAt,
    shownSha256: 'ab'.repeat(32),
    requestCode: 'RC-1',
    steps: [
      { kind: 'opened', at: new Date(signedAt.getTime() - 600_000), ...from },
      { kind: 'consented', at: new Date(signedAt.getTime() - 300_000), ...from },
      { kind: 'signed', at: signedAt, ...from },
    ],
    consents: ['electronicRecords, version 1'],
    ...overrides,
  }
}
