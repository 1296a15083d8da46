import { DocumentType } from '@dolphin/domain/documents/document-type'
import { amendmentText } from './amendment-messages.ts'
import { agreementText } from './messages.ts'
import type { SigningDetails } from './step-props.ts'

type SharedKey = Parameters<typeof amendmentText>[0]

/** The words of a signing, by what is signed: an agreement, or a change of a loan that is paid out. */
export const signingWords =
  (isAmendment: boolean) =>
  (key: SharedKey): string =>
    isAmendment ? amendmentText(key) : agreementText(key)

/** The same, by the document that is shown. */
export const wordsOf = ({ documents }: SigningDetails) =>
  signingWords(documents.some(({ documentType }) => documentType === DocumentType.amendment))
