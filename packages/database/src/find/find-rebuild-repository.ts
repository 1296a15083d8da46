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
 * caller's transaction; answers how many. Fewer than `limit`: none is left but those of another run. A
 * stopped run goes on where it was, because what is done is not met again.
 *
 * @throws SealBroken where a field does not open with any key that is known.
 */
export async function rebuildFindTokens(
  executor: Executor,
  cipher: FieldCipher,
  limit: number,
): Promise<number> {
  const { portfolioId, openId } = customers
  const waiting = await executor
    .select({ portfolioId, openId })
    .from(customers)
    .where(isOld(findKeyOf(cipher)))
    .limit(limit)
  let rebuilt = 0
  for (const owner of waiting) if (await rebuild(executor, cipher, owner)) rebuilt += 1
  return rebuilt
}

const isOld = (key: string) =>
  or(isNull(customers.findKey), lt(customers.findKey, key), gt(customers.findKey, key))

/** False where another run was first. */
async function rebuild(executor: Executor, cipher: FieldCipher, owner: Owner): Promise<boolean> {
  const findKey = findKeyOf(cipher)
  const claimed = await executor
    .update(customers)
    .set({ findKey })
    .where(
      and(eq(customers.portfolioId, owner.portfolioId), eq(customers.openId, owner.openId), isOld(findKey)),
    )
    .returning({ openId: customers.openId })
  const customer = claimed.length === 0 ? undefined : await findCustomer(executor, cipher, owner)
  if (customer === undefined) return false
  const { profile, ssn, email } = customer
  await deleteFindTokens(executor, owner)
  await replaceFindTokens(executor, cipher, owner, { source: 'email', terms: [emailTerm(email)] })
  await replaceFindTokens(executor, cipher, owner, { source: 'profile', terms: profileTerms(profile, ssn) })
  for (const { contactType, value } of await listContacts(executor, cipher, owner))
    await replaceFindTokens(executor, cipher, owner, {
      source: `contact/${contactType}`,
      terms: contactTerms(contactType, value),
    })
  return true
}
