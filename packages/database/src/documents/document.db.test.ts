import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findDocumentByHash,
  findOwnDocument,
  insertDocument,
  listDocumentsOfLoan,
  listOwnDocuments,
} from './document-repository.ts'
import type { KeyedLoan } from '../driver/owner.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

let database: TestDatabase
let loan: KeyedLoan

beforeAll(async () => {
  database = await openTestDatabase()
  loan = await storedLoan(database.db, { openId: anna.openId })
})
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
