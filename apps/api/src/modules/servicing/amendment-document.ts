import { createHash } from 'node:crypto'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  changeDocument,
  type ChangeDocumentInput,
  type ChangeSignature,
} from '@dolphin/domain/documents/change-document'
import { longInstant } from '@dolphin/domain/documents/long-date'
import { inEachLanguage } from '@dolphin/domain/portfolios/localized'
import { signAmendmentBy } from '@dolphin/domain/servicing/changes/amendment-terms'
import type { Deps } from '../../deps.ts'
import { newId } from '../../security/secrets.ts'
import { type StoredFile, storeFile } from '../documents/document-vault.ts'
import { keepInput } from '../documents/kept-input.ts'
import { makeProof, newProofCode, proofDigest } from '../documents/records-proof.ts'
import {
  type ChangeDocument,
  changeDocumentInput,
  type DocumentDeps,
  sealChangeDocument,
  titleOf,
  type PlannedChange,
} from './change-document.ts'
import { quoteIdOf } from './change-result.ts'

/** What an amendment that was sent is made of, but for the signature. */
export type AmendmentInput = Omit<ChangeDocumentInput, 'signed'>

/** The files of an amendment that is to be signed, made outside of any transaction. */
export interface RenderedAmendment extends Pick<ChangeDocument, 'changeNo' | 'quoteId' | 'title'> {
  readonly signBy: Date
  readonly requestCode: string
  readonly termsDigest: string
  readonly inputKey: string
  readonly shown: StoredFile
  readonly proof: StoredFile
  readonly proofCodeDigest: string
}

type PaperDeps = DocumentDeps & Pick<Deps, 'keys' | 'random'>

/** Renders the amendment that the borrower is asked to sign. Source: domain.md §10, document type 14. */
export async function makeAmendment(
  deps: PaperDeps,
  executor: Executor,
  { loaded, plan }: PlannedChange,
  at: Date,
): Promise<RenderedAmendment> {
  const { portfolioId, loanNo } = loaded.loan
  const signBy = signAmendmentBy(loaded.serviced, plan)
  const input: AmendmentInput = {
    ...(await changeDocumentInput(deps, executor, loaded, plan)),
    signBy: inEachLanguage((locale) => longInstant(signBy, locale)),
  }
  const model = changeDocument({ ...input, signed: null })
  const { pdf } = await deps.documents.render(model, at)
  const requestCode = newId(deps.random)
  const code = newProofCode(deps)
  const quoteId = quoteIdOf(loanNo, plan)
  return {
    changeNo: input.changeNo,
    quoteId,
    title: titleOf({ ...model, title: 'Amendment to sign' }, input),
    signBy,
    requestCode,
    termsDigest: createHash('sha256').update(`${input.changeNo}/${quoteId}`).digest('hex'),
    inputKey: await keepInput(deps.objects, portfolioId, input),
    shown: await storeFile(deps.objects, portfolioId, { bytes: pdf, extension: 'pdf' }),
    proof: await makeProof(deps, portfolioId, { lender: input.lender, code }, at),
    proofCodeDigest: proofDigest(deps, requestCode, code),
  }
}

/** Renders and seals the amendment with its signature: what was read, and the mark. */
export async function makeSignedAmendment(
  deps: Pick<Deps, 'documents' | 'seals' | 'objects'>,
  portfolioId: number,
  input: AmendmentInput,
  signed: ChangeSignature,
): Promise<Pick<ChangeDocument, 'kept' | 'title'>> {
  const model = changeDocument({ ...input, signed })
  const { pdf } = await deps.documents.render(model, signed.at)
  const sealed = await sealChangeDocument(deps, portfolioId, input, { pdf, at: signed.at })
  return {
    kept: await storeFile(deps.objects, portfolioId, { bytes: sealed, extension: 'pdf' }),
    title: titleOf(model, input),
  }
}
