import { databaseWithLoan } from '@dolphin/testkit/loan-of-customer'
import { afterAll, expect, test } from 'vitest'
import {
  findDocumentByHash,
  findOwnDocument,
  insertDocument,
  listDocumentsOfLoan,
  listOwnDocuments,
} from './document-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

const { database, loan } = await databaseWithLoan(anna.openId)
afterAll(async () => await database.close())

test("a document is its owner's (design/security.md T20)", async () => {
  const document = {
    ...anna,
    documentNo: 'D1',
    loanNo: loan.loanNo,
    documentType: 1 as const,
    title: 'Agreement',
    mediaType: 'application/pdf',
    sha256: 'd'.repeat(64),
    sizeBytes: 10,
    objectKey: 'documents/D1',
    evidence: {},
    sealedAt: at,
    createdAt: at,
  }
  await insertDocument(database.db, document)
  const stored = { ...document, customerKey: anna.openId }
  expect(await findOwnDocument(database.db, anna, 'D1')).toEqual(stored)
  expect(await findOwnDocument(database.db, otherCustomer, 'D1')).toBeUndefined()
  expect(await listOwnDocuments(database.db, anna)).toEqual([stored])
  expect(await listDocumentsOfLoan(database.db, loan)).toEqual([stored])
  expect(await findDocumentByHash(database.db, document.sha256)).toEqual(stored)
  expect(await findDocumentByHash(database.db, 'e'.repeat(64))).toBeUndefined()
})
