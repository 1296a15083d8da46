import { emailTerm } from '@dolphin/domain/find/find-term'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import type { Owner } from '../driver/owner.ts'
import { listContacts } from '../identity/contact-repository.ts'
import { findCustomer } from '../identity/customer-repository.ts'
import { customers } from '../schema/customer.ts'
import {
  contactTerms,
  deleteFindTokens,
  findKeyOf,
  profileTerms,
  replaceFindTokens,
} from './find-token-repository.ts'

/**
 * Writes the find tokens of at most `limit` customers anew whose tokens are missing or of another lasting key, in the
 * caller's transaction; answers how many. Fewer than `limit`: none is left but rows that another transaction holds. A
 * stopped run goes on where it was, because what is done is not met again.
 *
 * @throws SealBroken where a field does not open with any key that is known.
 */
export async function rebuildFindTokens(
  executor: Executor,
  cipher: FieldCipher,
  limit: number,
): Promise<number> {
  const key = findKeyOf(cipher)
  const { portfolioId, openId, findKey } = customers
  const waiting = await executor
    .select({ portfolioId, openId })
    .from(customers)
    .where(or(isNull(findKey), lt(findKey, key), gt(findKey, key)))
    .limit(limit)
    .for('update', { skipLocked: true })
  for (const owner of waiting) await rebuild(executor, cipher, owner)
  return waiting.length
}

async function rebuild(executor: Executor, cipher: FieldCipher, owner: Owner): Promise<void> {
  const customer = await findCustomer(executor, cipher, owner)
  if (customer === undefined) return
  const { profile, ssn, email } = customer
  await deleteFindTokens(executor, owner)
  await replaceFindTokens(executor, cipher, owner, 'email', [emailTerm(email)])
  await replaceFindTokens(executor, cipher, owner, 'profile', profileTerms(profile, ssn))
  for (const { contactType, value } of await listContacts(executor, cipher, owner))
    await replaceFindTokens(
      executor,
      cipher,
      owner,
      `contact/${contactType}`,
      contactTerms(contactType, value),
    )
  await executor
    .update(customers)
    .set({ findKey: findKeyOf(cipher) })
    .where(and(eq(customers.portfolioId, owner.portfolioId), eq(customers.openId, owner.openId)))
}
