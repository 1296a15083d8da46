/**
 * What a stored document is. 1 to 14 are numbered but not named by product.md §3; the names are our decision.
 *
 * Source: domain.md §1; 100 to 102 product.md §3.
 */
export const DocumentType = {
  agreement: 1,
  achAuthorization: 2,
  electronicRecordsConsent: 3,
  privacyNotice: 4,
  federalDisclosure: 5,
  adverseAction: 6,
  noia: 7,
  bankStatement: 8,
  payoffLetter: 9,
  paidInFullLetter: 10,
  receipt: 11,
  accountStatement: 12,
  militaryCertificate: 13,
  amendment: 14,
  ssn: 100,
  driverLicense: 101,
  graduationCertificate: 102,
} as const

export type DocumentType = (typeof DocumentType)[keyof typeof DocumentType]
