import { OF_LOAN, THE_LOAN } from '../servicing/loan-account-rows-repository.ts'
import { type SealedSection, sealedSectionOf } from './application-repository.ts'
import type { SigningSession } from '../agreements/signing-session-repository.ts'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import type { IbvRequest } from '../verification/ibv-repository.ts'
import type { ApplicationKey, LoanKey } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { applicationSections } from '../schema/application.ts'
import { resources } from '../schema/session.ts'
import { signingSessions } from '../schema/signing.ts'
import { ibvRequests } from '../schema/verification.ts'

/** What stands beside a loan while its application goes on, as it was at one instant. */
export interface ApplicationPage {
  readonly sections: readonly SealedSection[]
  /** Attempts to link a bank, newest first. */
  readonly attempts: readonly IbvRequest[]
  /** The newest signing session. */
  readonly signingSession: Pick<SigningSession, 'requestCode' | 'signStatus' | 'openedAt'> | undefined
  /** Of the link that was asked for; undefined where it was never made. */
  readonly linkExpiresAt: Date | undefined
}

const sections = packedRows(applicationSections)
const attempts = packedRows(ibvRequests)
const newest = packedRows(signingSessions, ['requestCode', 'signStatus', 'openedAt'])
const links = packedRows(resources, ['expiresAt'])

const PAGE = `select
  (select json_agg(${sections.row} order by section_key) from application_sections
    where portfolio_id = $1 and customer_key = loans.customer_key and application_no = $3) as sections,
  (select json_agg(${attempts.row} order by created_at desc, request_code desc) from ibv_requests
    where ${OF_LOAN}) as attempts,
  (select ${newest.row} from ceremonies where ${OF_LOAN}
    order by opened_at desc, request_code desc limit 1) as signing_session,
  (select ${links.row} from resources where token_hash = $4) as link
  from loans where ${THE_LOAN}`

/** All that the application's page asks of a loan, in one round trip. The caller has checked whose loan it is. */
export async function findApplicationPage(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, loanNo, applicationNo }: LoanKey & ApplicationKey,
  linkHash: string,
): Promise<ApplicationPage> {
  const row = await queryOneRow(executor, PAGE, [portfolioId, loanNo, applicationNo, linkHash])
  return {
    sections: sections.unpackAll(row.sections).map((section) => sealedSectionOf(cipher, section)),
    attempts: attempts.unpackAll(row.attempts),
    signingSession: row.signing_session === null ? undefined : newest.unpack(row.signing_session),
    linkExpiresAt: row.link === null ? undefined : links.unpack(row.link).expiresAt,
  }
}
