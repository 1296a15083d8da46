import type { ContactType } from '@dolphin/domain/identity/contact-type'
import { and, eq } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { FieldCipher, FieldPlace } from './field-cipher.ts'
import type { Owner } from './owner.ts'
import { contacts } from './schema/customer.ts'

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
})

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

/** Sets a contact. Another value than before is unverified, unless it comes with its proof. */
export async function saveContact(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  contact: Contact,
  at: Date,
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
}
