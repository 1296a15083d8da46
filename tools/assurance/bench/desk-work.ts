import { generatedSsn } from '../generated-ssn.ts'
import type { Deps } from '@dolphin/api/deps'
import { readConfig } from '@dolphin/api/config/config'
import { openKeyFolder } from '@dolphin/api/open-objects'
import { openFieldCipher, openKeyRing, openRecordKeys } from '@dolphin/api/security/keys'
import { systemRandom } from '@dolphin/api/wall-clock'
import { openDatabase } from '@dolphin/database/driver/open'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addCustomerNote } from '@dolphin/database/find/customer-note-repository'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { insertCustomer, saveProfile } from '@dolphin/database/identity/customer-repository'
import { addSecureMessage } from '@dolphin/database/messages/secure-message-repository'
import { AccountStatus, ContactType } from '@dolphin/domain/identity/codes'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'

/** What the measuring process passes to this one. */
export interface DeskWork {
  readonly databaseUrl: string
  /** Of the node, whose keys seal. */
  readonly dataDir: string
  readonly projectFolder: string
  /** The long loan whose rows are copied, and its customer. */
  readonly loanNo: string
  readonly openId: string
  readonly samples: number
  /** Records of each kind in the long loan's history, besides its money. */
  readonly records: number
}

/** A customer whose fields open, and what staff would type to find them. */
export interface DeskSample {
  readonly openId: string
  readonly loanNo: string
  readonly email: string
  readonly phone: string
  readonly ssnAndBirth: string
  readonly name: string
}

const PORTFOLIO = 118
/** More than a search shows have one name in common. */
const NAMESAKES = 24
const BIRTH_DATE = '1990-05-17'
/** Above those of all copies, so that a search that meets both shows those that open. */
const FIRST_LOAN = 990_000
const LETTERS = 26
const FIRST_LETTER = 97

/** Two letters that are one number's own. */
const lettersOf = (n: number): string =>
  String.fromCharCode(FIRST_LETTER + (Math.floor(n / LETTERS) % LETTERS), FIRST_LETTER + (n % LETTERS))

const sampleOf = (n: number): DeskSample & { readonly ssn: string; readonly lastName: string } => {
  const ssn = generatedSsn(n)
  const lastName = n < NAMESAKES ? 'Sample' : `Quill${lettersOf(n)}`
  return {
    openId: `desk-${9_000_001 + n}`,
    loanNo: makeLoanNo(PORTFOLIO, FIRST_LOAN + n),
    email: `desk.${n}@example.com`,
    phone: `302${(5_550_000 + n).toString()}`,
    ssnAndBirth: `${ssn.slice(-4)} ${BIRTH_DATE}`,
    name: `${lastName}, J`,
    ssn,
    lastName,
  }
}

/**
 * Stores customers as the product does, sealed fields and find tokens included, and gives the long loan's customer a
 * history of hundreds of records. Answers who they are.
 */
export async function sealSamples(work: DeskWork): Promise<readonly DeskSample[]> {
  const deps = await openStore(work)
  const samples: DeskSample[] = []
  for (let n = 0; n < work.samples; n += 1) samples.push(await storeSample(deps, n))
  await lengthenHistory(deps, work)
  await deps.database.close()
  return samples
}

type Store = Pick<Deps, 'database' | 'cipher'>

/** The node's database, sealed by the node's keys. */
async function openStore({ databaseUrl, dataDir, projectFolder }: DeskWork): Promise<Store> {
  const config = readConfig({ DOLPHIN_MODE: 'test', DATA_DIR: dataDir }, projectFolder)
  const database = await openDatabase({ url: databaseUrl, poolSize: 1 })
  const keys = openKeyRing(config)
  const cipher = openFieldCipher(
    keys,
    systemRandom,
    openRecordKeys(keys, await openKeyFolder(config, dataDir)),
  )
  database.useRecordKeys(cipher)
  return { database, cipher }
}

async function storeSample({ database, cipher }: Store, n: number): Promise<DeskSample> {
  const { ssn, lastName, ...sample } = sampleOf(n)
  const owner = { portfolioId: PORTFOLIO, openId: sample.openId }
  const address = { street: '12 Elm Street', city: 'Wilmington', state: 'DE', zip: '19801' }
  const profile = { firstName: 'Jordan', lastName, birthDate: BIRTH_DATE, address }
  const customer = { ...owner, email: sample.email, profile, accountStatus: AccountStatus.active }
  const phone = { contactType: ContactType.cellPhone, value: sample.phone, verified: true }
  const at = new Date()
  await database.transaction(async (tx) => {
    await insertCustomer(tx, cipher, customer, at)
    await saveProfile(tx, cipher, owner, { profile, ssn, at })
    await saveContact(tx, cipher, owner, { contact: phone, at })
    for (const text of ['Asked for the payoff by mail', 'Call after 2 PM'])
      await addCustomerNote(tx, cipher, { ...owner, loanNo: null, text, author: 'employee:bench', at })
  })
  return sample
}

const MINUTE_MS = 60_000

async function lengthenHistory(
  { database, cipher }: Store,
  { openId, loanNo, records }: DeskWork,
): Promise<void> {
  const owner = { portfolioId: PORTFOLIO, openId }
  for (let n = 0; n < records; n += 1) {
    const at = new Date(Date.now() - (records - n) * MINUTE_MS)
    await database.transaction(async (tx) => {
      const author = 'employee:bench'
      await addCustomerNote(tx, cipher, { ...owner, loanNo, text: `Called back, ${n}`, author, at })
      const sender = n % 2 === 0 ? 'customer' : 'lender'
      await addSecureMessage(tx, cipher, { ...owner, sender, loanNo, text: `Message ${n}`, sentAt: at })
      const event = { action: 'documentRead', actor: 'system', facts: { n }, at }
      await appendAudit(tx, { portfolioId: PORTFOLIO, subject: loanNo, ...event })
    })
  }
}
