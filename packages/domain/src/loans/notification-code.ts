/**
 * The pages under /notification/{code}.
 *
 * Source: product.md §4; 202 and 206 have no name there, theirs follow the decided wording of those pages.
 */
export const NotificationCode = {
  pendingNote: 101,
  applicationSuccess: 102,
  paymentSuccess: 103,
  bankStatementUploadSuccess: 104,
  notInCustomerReview: 201,
  bankLinkChecking: 202,
  noQualifiedAmount: 203,
  paperCheck: 204,
  cancelUpload: 205,
  stepAlreadyDone: 206,
  withdrawn: 301,
  invalidLink: 302,
} as const

export type NotificationCode = (typeof NotificationCode)[keyof typeof NotificationCode]
