/** How a request for one document stands; `notNeeded` once it was asked for anew, or the review ended. */
export const DOCUMENT_REQUEST_STATES = ['asked', 'received', 'accepted', 'refused', 'notNeeded'] as const

export type DocumentRequestState = (typeof DOCUMENT_REQUEST_STATES)[number]

/** Whether the borrower is to send something. */
export const isOutstanding = ({ state }: { readonly state: DocumentRequestState }): boolean =>
  state === 'asked' || state === 'refused'
