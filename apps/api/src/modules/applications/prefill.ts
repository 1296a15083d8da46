import {
  type Answers,
  findEarlierApplication,
  findSection,
} from '@dolphin/database/applications/application-repository'
import { listContacts } from '@dolphin/database/identity/contact-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { CONTACT_KEYS } from '@dolphin/domain/identity/codes'
import type { ApplicationDeps } from './application-deps.ts'

/** A section, filled with what was said before an instant. */
interface SectionToFill {
  readonly section: SectionKey
  readonly before: Date
}

/**
 * What is known of a customer before they answer: a returning one confirms what they said last time rather than
 * retype it, a new one finds their name and address book; what they began to answer goes before both. Source: domain.md §3.
 */
export async function prefillOf(
  { cipher }: Pick<ApplicationDeps, 'cipher'>,
  executor: Executor,
  owner: Owner,
  { section, before }: SectionToFill,
): Promise<Answers> {
  const earlier = await findEarlierApplication(executor, owner, before)
  const said = earlier && (await findSection(executor, cipher, earlier, section))
  const known = section === SectionKey.personal ? await knownPerson(cipher, executor, owner) : {}
  return { ...said?.answers, ...known }
}

async function knownPerson(
  cipher: ApplicationDeps['cipher'],
  executor: Executor,
  owner: Owner,
): Promise<Answers> {
  const customer = await findCustomer(executor, cipher, owner)
  if (customer === undefined) return {}
  const { firstName, middleName, lastName, birthDate, address } = customer.profile
  const contacts = await listContacts(executor, cipher, owner)
  const known = {
    firstName,
    middleName,
    lastName,
    birthDate,
    ...address,
    ssn: customer.ssn ?? undefined,
    email: customer.email,
    ...Object.fromEntries(contacts.map(({ contactType, value }) => [CONTACT_KEYS[contactType].key, value])),
    ...customer.profile.begun,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
