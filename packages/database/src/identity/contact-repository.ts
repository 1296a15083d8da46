import type { ContactType } from '@dolphin/domain/identity/codes'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { Owner } from '../driver/owner.ts'
import { contactTerms, deleteFindTokens, replaceFindTokens } from '../find/find-token-repository.ts'
import { contacts, customers } from '../schema/customer.ts'

export interface Contact {
  readonly contactType: ContactType
  /** Phone digits or an e-mail address. */
  readonly value: string
  readonly verified: boolean
}

const place = ({ portfolioId, openId }: Owner, contactType: ContactType): FieldPlace => ({
  table: 'contacts',
  id: `${portfolioId}/${openId}/${contactType}`,
  column: 'value',
  of: holderOf({ portfolioId, openId }),
})

const isCustomer = ({ portfolioId, openId }: Owner): SQL | undefined =>
  and(eq(customers.portfolioId, portfolioId), eq(customers.openId, openId))

/** A customer's contacts, by type. */
export async function listContacts(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
): Promise<Contact[]> {
  const rows = await executor
    .select()
    .from(contacts)
    .where(and(eq(contacts.portfolioId, owner.portfolioId), eq(contacts.openId, owner.openId)))
    .orderBy(contacts.contactType)
  return rows.map(({ contactType, value, verified }) => ({
    contactType,
    verified,
    value: cipher.open(place(owner, contactType), value),
  }))
}

/** Which state of a customer's contacts holds; it rises with every value that changes. */
export async function contactsVersion(executor: Executor, owner: Owner): Promise<number> {
  const [row] = await executor
    .select({ version: customers.contactsVersion })
    .from(customers)
    .where(isCustomer(owner))
  return row?.version ?? 0
}

/** The same, held against other saves until the transaction ends. */
export async function lockContacts(executor: Executor, owner: Owner): Promise<number> {
  const [row] = await executor
    .select({ version: customers.contactsVersion })
    .from(customers)
    .where(isCustomer(owner))
    .for('update')
  return row?.version ?? 0
}

async function raiseVersion(executor: Executor, owner: Owner): Promise<void> {
  const contactsVersion = sql`${customers.contactsVersion} + 1`
  await executor.update(customers).set({ contactsVersion }).where(isCustomer(owner))
}

/** Takes a contact away; nothing happens where there is none. */
export async function deleteContact(
  executor: Executor,
  owner: Owner,
  contactType: ContactType,
): Promise<void> {
  const gone = await executor
    .delete(contacts)
    .where(
      and(
        eq(contacts.portfolioId, owner.portfolioId),
        eq(contacts.openId, owner.openId),
        eq(contacts.contactType, contactType),
      ),
    )
    .returning({ contactType: contacts.contactType })
  if (gone.length === 0) return
  await deleteFindTokens(executor, owner, `contact/${contactType}`)
  await raiseVersion(executor, owner)
}

/** A contact as it is to be stored. */
interface ContactWrite {
  readonly contact: Contact
  readonly at: Date
}

/** Sets a contact. Another value than before is unverified, unless it comes with its proof. */
export async function saveContact(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { contact, at }: ContactWrite,
): Promise<void> {
  const { contactType, value } = contact
  const before = (await listContacts(executor, cipher, owner)).find((one) => one.contactType === contactType)
  if (before?.value === value && (before.verified || !contact.verified)) return
  const state = {
    value: cipher.seal(place(owner, contactType), value),
    verified: contact.verified,
    verifiedAt: contact.verified ? at : null,
    updatedAt: at,
  }
  await executor
    .insert(contacts)
    .values({ portfolioId: owner.portfolioId, openId: owner.openId, contactType, ...state })
    .onConflictDoUpdate({
      target: [contacts.portfolioId, contacts.openId, contacts.contactType],
      set: state,
    })
  if (before?.value === value) return
  await replaceFindTokens(executor, cipher, owner, {
    source: `contact/${contactType}`,
    terms: contactTerms(contactType, value),
  })
  await raiseVersion(executor, owner)
}

/** Takes back that a contact was proved: nothing arrives there. */
export async function unverifyContact(
  executor: Executor,
  { portfolioId, openId }: Owner,
  contactType: ContactType,
  at: Date,
): Promise<void> {
  await executor
    .update(contacts)
    .set({ verified: false, verifiedAt: null, updatedAt: at })
    .where(
      and(
        eq(contacts.portfolioId, portfolioId),
        eq(contacts.openId, openId),
        eq(contacts.contactType, contactType),
      ),
    )
}
