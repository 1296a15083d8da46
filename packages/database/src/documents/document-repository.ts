import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { customerKeyAbout } from '../driver/customer-key.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import { documents } from '../schema/signing.ts'

/** What is known of a stored document; the bytes are in the object store under `objectKey`. */
export type StoredDocument = typeof documents.$inferSelect

/** Records a document whose bytes are stored already. */
export async function insertDocument(
  executor: Executor,
  document: Omit<StoredDocument, 'customerKey'>,
): Promise<void> {
  const customerKey = await customerKeyAbout(executor, document)
  await executor.insert(documents).values({ ...document, customerKey })
}

/** A customer's document; undefined if it is another's. */
export async function findOwnDocument(
  executor: Executor,
  { portfolioId, openId }: Owner,
  documentNo: string,
): Promise<StoredDocument | undefined> {
  const [row] = await executor
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.portfolioId, portfolioId),
        eq(documents.openId, openId),
        eq(documents.documentNo, documentNo),
      ),
    )
  return row
}

/** A customer's documents, newest first. */
export async function listOwnDocuments(
  executor: Executor,
  { portfolioId, openId }: Owner,
): Promise<StoredDocument[]> {
  return await executor
    .select()
    .from(documents)
    .where(and(eq(documents.portfolioId, portfolioId), eq(documents.openId, openId)))
    .orderBy(desc(documents.createdAt), desc(documents.documentNo))
}

/** A loan's documents of any owner, newest first: for jobs and operations. */
export async function listDocumentsOfLoan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<StoredDocument[]> {
  return await executor
    .select()
    .from(documents)
    .where(and(eq(documents.portfolioId, portfolioId), eq(documents.loanNo, loanNo)))
    .orderBy(desc(documents.createdAt), desc(documents.documentNo))
}

/** Any document with those bytes: answers whether a file is ours and whole. */
export async function findDocumentByHash(
  executor: Executor,
  sha256: string,
): Promise<StoredDocument | undefined> {
  const [row] = await executor.select().from(documents).where(eq(documents.sha256, sha256)).limit(1)
  return row
}

/** Documents of all owners after a given one, by portfolio and number: for the check that all are stored. */
export async function listDocumentsAfter(
  executor: Executor,
  after: Pick<StoredDocument, 'portfolioId' | 'documentNo'>,
  limit: number,
): Promise<StoredDocument[]> {
  const { portfolioId, documentNo } = documents
  return await executor
    .select()
    .from(documents)
    .where(sql`(${portfolioId}, ${documentNo}) > (${after.portfolioId}, ${after.documentNo})`)
    .orderBy(asc(portfolioId), asc(documentNo))
    .limit(limit)
}
