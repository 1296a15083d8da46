import { AUTHORIZED, plainSummary } from './plain-summary.ts'
import { assert } from '../assert.ts'
import { sum } from '../money/cents.ts'
import type { AgreementInput } from './agreement-input.ts'
import {
  arbitrationBlocks,
  authorizationBlocks,
  cancellationBlocks,
  militaryBlocks,
  noteBlocks,
  partiesBlocks,
  stateBlocks,
} from './agreement-clauses.ts'
import { summaryBlocks } from './agreement-summary.ts'
import { federalBox, itemizationTable, scheduleTable } from './agreement-tables.ts'
import type { Block, DocumentModel, SignatureBlock } from './document-model.ts'
import { longInstant } from './long-date.ts'
import { signingRecordBlocks } from './signing-record.ts'

/**
 * The loan agreement: plain summary first, then disclosures, note, authorization, rights and signature.
 *
 * The same input gives the same document; signing adds only the mark and the record of the signing at the end,
 * so everything above is what was shown. Figures that do not add up are a bug of the caller (assertion).
 */
export function agreementDocument(input: AgreementInput): DocumentModel {
  assertConsistent(input)
  return {
    title: 'Loan agreement',
    language: 'en',
    brand: { name: input.lender.brandName, primaryColor: input.lender.primaryColor },
    footer: `Loan agreement ${input.loanNo}, version ${input.documentVersion}`,
    blocks: [
      ...summaryBlocks(input),
      ...partiesBlocks(input),
      federalBox(input),
      { kind: 'heading', level: 2, text: 'Where the money goes' },
      itemizationTable(input),
      { kind: 'heading', level: 2, text: 'Your payments one by one' },
      scheduleTable(input),
      ...noteBlocks(input),
      ...authorizationBlocks(input),
      ...cancellationBlocks(input),
      ...arbitrationBlocks(input),
      ...militaryBlocks(input),
      ...stateBlocks(input),
      ...signatureBlocks(input),
      ...signingRecordBlocks(input),
    ],
  }
}

/** The authorization of automatic payments by itself, for the borrower to keep. Source: 12 CFR 1005.10(b). */
export function achAuthorizationDocument(input: AgreementInput): DocumentModel {
  return {
    title: 'Authorization of automatic payments',
    language: 'en',
    brand: { name: input.lender.brandName, primaryColor: input.lender.primaryColor },
    footer: `Payment authorization, loan ${input.loanNo}, version ${input.documentVersion}`,
    blocks: [
      ...plainSummary([AUTHORIZED]),
      ...partiesBlocks(input),
      ...authorizationBlocks(input),
      scheduleTable(input),
      borrowerSignature(input),
    ],
  }
}

function signatureBlocks(input: AgreementInput): readonly Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Signature' },
    {
      kind: 'callout',
      title: 'Before you sign',
      paragraphs: [
        'Read the whole agreement. You are entitled to a copy that you can keep, and you get one when you sign. Do not sign it if anything in it is blank or wrong.',
      ],
    },
    {
      kind: 'paragraph',
      text: 'By signing you agree to this loan agreement. Your electronic signature counts the same as one on paper.',
    },
    borrowerSignature(input),
    {
      kind: 'facts',
      facts: [
        {
          label: 'For the lender',
          value: `${input.lender.legalName} seals this document with a digital signature when you have signed.`,
        },
      ],
    },
  ]
}

function borrowerSignature({ borrower, signature }: AgreementInput): SignatureBlock {
  if (signature === undefined) return { kind: 'signature', role: 'Borrower', name: borrower.name, facts: [] }
  return {
    kind: 'signature',
    role: 'Borrower',
    name: borrower.name,
    mark: signature.mark,
    facts: [
      { label: 'Signed', value: longInstant(signature.signedAt) },
      { label: 'How', value: signature.mark.kind === 'typed' ? 'Name typed on screen' : 'Drawn on screen' },
      { label: 'Signing reference', value: signature.requestCode },
    ],
  }
}

/** What the law ties together must be together before it is printed. Source: 12 CFR 1026.18(b), (d), (h). */
function assertConsistent({ disclosure, itemization, installments }: AgreementInput): void {
  const { amountFinanced, financeCharge, totalOfPayments } = disclosure
  const { principal, paidToBorrower, paidToOthers, prepaidFinanceCharge } = itemization
  const others = sum(paidToOthers.map(({ amount }) => amount))
  assert(
    amountFinanced + financeCharge === totalOfPayments,
    'amount financed + finance charge = total of payments',
  )
  assert(
    sum(installments.map(({ amount }) => amount)) === totalOfPayments,
    'the payments add up to their total',
  )
  assert(paidToBorrower + others === amountFinanced, 'what is paid out is the amount financed')
  assert(amountFinanced + prepaidFinanceCharge === principal, 'the principal is financed or prepaid charge')
  assert(sum(installments.map((one) => one.principal)) === principal, 'the payments repay the principal')
  assert(installments.at(-1)?.balanceAfter === 0n, 'nothing is left after the last payment')
  for (const { amount, principal, interest } of installments) {
    assert(principal + interest === amount, 'a payment is its principal and its interest')
  }
}
