import type { AgreementInput, SigningStep } from './agreement-input.ts'
import type { Block } from './document-model.ts'
import { longInstant } from './long-date.ts'

const DONE: Readonly<Record<SigningStep['kind'], string>> = {
  opened: 'The agreement was opened for signing',
  consented: 'Electronic records agreed to, with the code read in a test file',
  signed: 'The agreement was signed',
}

/**
 * The last page of a signed agreement: who did what, when and from where, and how to check the file. Empty before the
 * signature. Source: 15 USC 7001(c), (d); domain.md §8 (evidence).
 */
export function signingRecordBlocks({ borrower, lender, signature }: AgreementInput): readonly Block[] {
  if (signature === undefined) return []
  const { steps, consents, requestCode, shownSha256 } = signature
  return [
    { kind: 'heading', level: 2, text: 'Record of this signing', startsPage: true },
    {
      kind: 'table',
      caption: `Steps of ${borrower.name}`,
      columns: [
        { label: 'Step', align: 'start', share: 4 },
        { label: 'When', align: 'start', share: 4 },
        { label: 'Internet address', align: 'start', share: 3 },
        { label: 'Browser', align: 'start', share: 5 },
      ],
      rows: steps.map(({ kind, at, ip, userAgent }) => [DONE[kind], longInstant(at), ip, userAgent]),
    },
    {
      kind: 'facts',
      facts: [
        { label: 'Signing reference', value: requestCode },
        { label: 'Consents given', value: consents.length === 0 ? 'none' : consents.join('; ') },
        { label: 'SHA-256 of the document shown before signing', value: shownSha256 },
        {
          label: 'How to check this file',
          value: `Upload it to the page "Check a document" of ${lender.brandName}, or open it in any program that checks digital signatures: it must say that the signature is valid and covers the whole document.`,
        },
      ],
    },
  ]
}
