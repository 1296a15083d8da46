import { agreementDocument } from '@dolphin/domain/documents/agreement'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { judgeMutants, MUTANTS_TIMEOUT_MS } from '@dolphin/testkit/judge-mutants'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readPdfText, UnreadablePdf } from './pdf-text.ts'
import { renderPdf } from './render-pdf.ts'
import { sealPdf } from './seal.ts'
import { createSealIdentity } from './seal-identity.ts'
import { verifyDocument } from './verify.ts'

const AT = new Date('2026-03-05T19:05:09Z')
const SETTINGS = { seed: 1_094, numRuns: 120 }
let certificate: string
let sealed: Uint8Array

beforeAll(async () => {
  const identity = createSealIdentity('Sample Lender LLC', AT)
  certificate = identity.certificatePem
  const plain = await renderPdf(agreementDocument(sampleAgreement()), AT)
  const words = {
    reason: 'Sample',
    name: 'Sample Lender LLC',
    contact: 'help@example.com',
    location: 'Dover',
  }
  sealed = await sealPdf(plain, { identity, at: AT, ...words })
})

test(
  'edited files: no edited paper (PDF) is ever valid, and none makes the check throw (design/security.md T17)',
  () =>
    judgeMutants('PDF', sealed, (bytes) => {
      const verdict = verifyDocument(bytes, [certificate])
      if (!Buffer.from(bytes).equals(Buffer.from(sealed))) expect(verdict.valid).toBe(false)
    }),
  MUTANTS_TIMEOUT_MS,
)

test('words around the signature are read for what they are, however they lie (design/security.md T17)', () => {
  const start = Buffer.from(sealed).indexOf('/ByteRange')
  const around = sealed.slice(start - 200, start + 600)
  fc.assert(
    fc.property(mutatedBytes(around), (bytes) => {
      const file = Buffer.concat([sealed.subarray(0, start - 200), bytes, sealed.subarray(start + 600)])
      const verdict = verifyDocument(file, [certificate])
      if (!file.equals(Buffer.from(sealed))) expect(verdict.valid).toBe(false)
    }),
    SETTINGS,
  )
})

test('the text of an edited paper is read, or refused in so many words', () => {
  fc.assert(
    fc.property(mutatedBytes(sealed), (bytes) => {
      try {
        expect(Array.isArray(readPdfText(bytes))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadablePdf)
      }
    }),
    { ...SETTINGS, numRuns: 60 },
  )
})
