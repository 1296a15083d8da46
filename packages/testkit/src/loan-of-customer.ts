import type { KeyedLoan } from '@dolphin/database/driver/owner'
import { storedLoan } from './loan-fixture.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** A database of a test file's own with one loan just begun, of a customer of portfolio 118. */
export async function databaseWithLoan(
  openId: string,
): Promise<{ readonly database: TestDatabase; readonly loan: KeyedLoan }> {
  const database = await openTestDatabase()
  return { database, loan: await storedLoan(database.db, { openId }) }
}
