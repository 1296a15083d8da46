import {
  attachApplication,
  findEarlierApplication,
  findSection,
  saveSection,
} from '@dolphin/database/applications/application-repository'
import { LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { replaceRecoveryCodes, spendRecoveryCode } from '@dolphin/database/identity/authenticator-repository'
import { appendAudit, listActors, listAudit } from '@dolphin/database/examiner/audit-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { assert } from '@dolphin/domain/assert'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { consumeResource, revokeResources } from '@dolphin/database/applications/resource-repository'
import { listConsents } from '@dolphin/database/consents/consent-repository'
import { findContactCode } from '@dolphin/database/identity/contact-code-repository'
import {
  contactsVersion,
  deleteContact,
  unverifyContact,
} from '@dolphin/database/identity/contact-repository'
import {
  clearStaffOptOut,
  listPortfoliosOf,
  listProfiles,
  setStaffOptOut,
} from '@dolphin/database/identity/customer-repository'
import * as coupons from '@dolphin/database/coupons/coupon-repository'
import { findDecisionBasis, findRiskResult } from '@dolphin/database/decisions/decision-basis-repository'
import { listDecisions } from '@dolphin/database/decisions/decision-repository'
import { findOwnDocument, listOwnDocuments } from '@dolphin/database/documents/document-repository'
import {
  countIbvEndings,
  findIbvReport,
  findIbvRequest,
  latestIbvReportAt,
  listWaitingIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import { createIdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import {
  listIdleApproved,
  listIdleOffers,
  listIncompleteLoans,
  listUnsignedTerms,
} from '@dolphin/database/applications/incomplete-loan-repository'
import { findOwnerOnDevice } from '@dolphin/database/identity/known-device-repository'
import { distrustDevices, findDevice } from '@dolphin/database/identity/login-code-repository'
import { markNoticeSent } from '@dolphin/database/notices/outbox-repository'
import { countTransactions, listLoansOfPerson, wasEverIn } from '@dolphin/database/loans/person-repository'
import {
  findRelease,
  hasBorrowers,
  insertRelease,
  listReleases,
} from '@dolphin/database/portfolios/portfolio-release-repository'
import { findVersion, listVersions } from '@dolphin/database/portfolios/portfolio-version-repository'
import * as messages from '@dolphin/database/messages/secure-message-repository'
import { missedTickets } from '@dolphin/database/channel/ticket-cursor'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { OWNER } from '@dolphin/api/testing/call-coverage/scene'
import { DEVICE_HASH, DEVICE_HASH_ELSEWHERE, RECOVERY_HASH } from './more-rows.ts'
import type { NamedRows } from './named-rows.ts'

export type Ask = (rows: NamedRows) => Promise<unknown>

const EVERY_STATUS = Object.values(IbvStatus)
const page = { portfolioId: 118, after: '', limit: 50 } as const

const ownerOnDevice = ({ db, scene, now }: NamedRows, portfolioId: number, deviceHash: string) =>
  findOwnerOnDevice(db, scene.api.deps.cipher, { portfolioId, email: OWNER.email, deviceHash }, now)

/** Repositories of people and their papers, asked as the features ask them. */
export const PEOPLE_CELLS: Readonly<Record<string, Ask>> = {
  attachApplication: ({ db, borrower, unowned, now }) =>
    attachApplication(db, { ...borrower, openId: 'somebody-new' }, unowned, now),
  listWaitingIbvRequestsElsewhere: ({ db }) =>
    listWaitingIbvRequests(
      db,
      { portfolioIds: [999], providers: ['sandbox', 'statement', 'person'], states: EVERY_STATUS },
      50,
    ),
  attachApplicationOfNamesake: ({ db, scene, unowned, now }) =>
    attachApplication(db, { portfolioId: 118, openId: scene.otherPortfolio.openId }, unowned, now),
  attachApplicationTwice: ({ db, owner, unowned, now }) => attachApplication(db, owner, unowned, now),
  findEarlierApplicationOfAnother: ({ db, owner, later }) =>
    findEarlierApplication(db, { ...owner, openId: 'unknown' }, later),
  async saveSection({ db, scene, application, now }) {
    const { cipher } = scene.api.deps
    const found = await findSection(db, cipher, application, SectionKey.personal)
    assert(found !== undefined, 'the scene has an application with answers')
    return await saveSection(db, cipher, application, { section: found, readVersion: found.version, at: now })
  },
  replaceRecoveryCodes: ({ db, owner, now }) => replaceRecoveryCodes(db, owner, [], now),
  spendRecoveryCode: ({ db, owner, now }) => spendRecoveryCode(db, owner, RECOVERY_HASH, now),
  spendRecoveryCodeOfAnother: ({ db, borrower, now }) => spendRecoveryCode(db, borrower, RECOVERY_HASH, now),
  listConsents: ({ db, borrower }) => listConsents(db, borrower),
  findContactCode: ({ db, owner, now }) => findContactCode(db, owner, 3, now),
  findContactCodeOfAnother: ({ db, borrower, now }) => findContactCode(db, borrower, 3, now),
  contactsVersion: ({ db, owner }) => contactsVersion(db, owner),
  deleteContact: ({ db, owner }) => deleteContact(db, owner, 3),
  listPortfoliosOfElsewhere: ({ db, owner }) => listPortfoliosOf(db, owner.openId, [999]),
  listPortfoliosOfAnother: ({ db }) => listPortfoliosOf(db, 'unknown', [118]),
  listProfilesElsewhere: ({ db, owner, scene }) =>
    listProfiles(db, scene.api.deps.cipher, 999, [owner.openId]),
  listProfilesOfAnother: ({ db, scene }) => listProfiles(db, scene.api.deps.cipher, 118, ['unknown']),
  setStaffOptOut: ({ db, owner, now }) => setStaffOptOut(db, owner, OptInFlag.operation, now),
  clearStaffOptOut: ({ db, owner, now }) =>
    clearStaffOptOut(db, owner, { flag: OptInFlag.marketing, keepsFlag: false }, now),
  async unverifyContact({ db, owner, now }) {
    await db.execute('update contacts set verified = true')
    await unverifyContact(db, owner, 3, now)
  },
  async reserveCoupon({ db, owner, ownLoan, now }) {
    await coupons.releaseCoupon(db, ownLoan, now)
    return coupons.reserveCoupon(
      db,
      {
        ...owner,
        customerKey: owner.openId,
        redemptionNo: 'R1',
        couponCode: 'WELCOME',
        couponVersion: 1,
        loanNo: ownLoan.loanNo,
        benefit: {},
        reservedAt: now,
      },
      { perCustomer: 2, total: 5 },
    )
  },
  useCoupon: ({ db, ownLoan, now }) => coupons.useCoupon(db, ownLoan, now),
  releaseCoupon: ({ db, ownLoan, now }) => coupons.releaseCoupon(db, ownLoan, now),
  findLoanCoupon: ({ db, ownLoan }) => coupons.findLoanCoupon(db, ownLoan),
  listOwnRedemptions: ({ db, owner }) => coupons.listOwnRedemptions(db, owner),
  countRedemptions: ({ db }) => coupons.countRedemptions(db, 118),
  listOwnGrants: ({ db, owner }) => coupons.listOwnGrants(db, owner),
  findDecisionBasis: ({ db, basisHash }) => findDecisionBasis(db, { portfolioId: 118, basisHash }),
  findDecisionBasisElsewhere: ({ db, basisHash }) => findDecisionBasis(db, { portfolioId: 999, basisHash }),
  findRiskResult: ({ db, ownLoan }) => findRiskResult(db, ownLoan),
  findRiskResultElsewhere: ({ db, ownLoan }) => findRiskResult(db, { ...ownLoan, portfolioId: 999 }),
  listDecisions: ({ db, scene }) => listDecisions(db, scene.api.deps.cipher, { ...page, portfolioId: 999 }),
  listOwnDocuments: ({ db, owner }) => listOwnDocuments(db, owner),
  findOwnDocumentElsewhere: ({ db, owner, scene }) =>
    findOwnDocument(db, { ...owner, portfolioId: 999 }, scene.signing.details.proofDocumentNo),
  countIbvEndings: ({ db }) =>
    countIbvEndings(db, { portfolioId: 999, provider: 'sandbox' }, EVERY_STATUS, new Date(0)),
  findIbvRequestElsewhere: ({ db, scene }) =>
    findIbvRequest(db, { portfolioId: 999, requestCode: scene.bankRequest }),
  findIbvReport: ({ db, scene }) =>
    findIbvReport(db, scene.api.deps.cipher, { portfolioId: 118, requestCode: scene.bankRequest }),
  latestIbvReportAt: ({ db, ownLoan }) => latestIbvReportAt(db, ownLoan),
  listIncompleteLoans: ({ db }) => listIncompleteLoans(db, page),
  async listIdleApproved({ db, later }) {
    await db.execute(`update loans set status = ${LoanStatus.approved}`)
    return await listIdleApproved(db, { ...page, idleSince: later })
  },
  async listUnsignedTermsElsewhere({ db }) {
    await db.execute(`update loans set status = ${LoanStatus.originating},
      sub_status = '${OriginatingSubStatus.customerReview}', approved_at = created_at, signed_at = null,
      flags = array[${LoanFlag.reSignLoanAgreement}]`)
    return await listUnsignedTerms(db, { portfolioId: 999, limit: 50 })
  },
  listIdleOffers: ({ db, later }) => listIdleOffers(db, { ...page, idleSince: later }),
  findDevice: ({ db, owner, now }) => findDevice(db, owner, DEVICE_HASH, now),
  findDeviceOfAnother: ({ db, borrower, now }) => findDevice(db, borrower, DEVICE_HASH, now),
  findDeviceElsewhere: ({ db, owner, now }) =>
    findDevice(db, { ...owner, portfolioId: 999 }, DEVICE_HASH, now),
  findOwnerOnDevice: (rows) => ownerOnDevice(rows, rows.owner.portfolioId, DEVICE_HASH),
  findOwnerOnDeviceOfAnother: ({ db, scene, now }) =>
    findOwnerOnDevice(
      db,
      scene.api.deps.cipher,
      { portfolioId: 118, email: 'other@example.com', deviceHash: DEVICE_HASH },
      now,
    ),
  findOwnerOnDeviceAtOtherPortfolio: (rows) => ownerOnDevice(rows, 110, DEVICE_HASH),
  findOwnerOnDeviceElsewhere: (rows) => ownerOnDevice(rows, rows.owner.portfolioId, DEVICE_HASH_ELSEWHERE),
  distrustDevices: ({ db, owner }) => distrustDevices(db, owner),
  async markNoticeSent({ db, noticeId, now }) {
    await db.execute('update outbox set sent_at = null, attempts = 1')
    await markNoticeSent(
      db,
      { portfolioId: 118, noticeId },
      { addressIndex: '', providerId: null, attempts: 0, at: now },
    )
  },
  consumeResource: ({ db, link, now }) => consumeResource(db, { ...link, portfolioId: 999 }, now),
  async revokeResources({ db, link, now }) {
    await db.execute(`update resources set expires_at = '2030-01-01', subject = '{"whose":"mine"}'`)
    await revokeResources(db, { purpose: link.purpose, portfolioId: 999 }, { key: 'whose', id: 'mine' }, now)
  },
  async appendAuditElsewhere({ db, ownLoan, now }) {
    const event = {
      portfolioId: 999,
      subject: ownLoan.loanNo,
      action: 'a deed',
      actor: 'system',
      facts: {},
      at: now,
    }
    await appendAudit(db, event)
    return await listAudit(db, 999, ownLoan.loanNo)
  },
  async listActorsElsewhere({ db, ownLoan, now }) {
    const event = { portfolioId: 118, subject: ownLoan.loanNo, action: 'a deed' }
    await appendAudit(db, { ...event, actor: 'system', facts: {}, at: now })
    return await listActors(db, { ...event, portfolioId: 999 })
  },
  listLoansOfPerson: ({ db, owner }) => listLoansOfPerson(db, 118, [owner.openId]),
  wasEverInElsewhere: ({ db, been, loan, ownLoan }) =>
    wasEverIn(db, 999, [loan.loanNo, ownLoan.loanNo], been as never),
  countTransactions: ({ db, loan }) =>
    countTransactions(db, 118, [loan.loanNo], { type: TransactionType.credit, statuses: [1, 2, 3, 4] }),
  hasBorrowersElsewhere: ({ db }) => hasBorrowers(db, 999),
  insertRelease: ({ db, now }) =>
    insertRelease(db, {
      portfolioId: 999,
      act: 'publish',
      files: {},
      digest: DEVICE_HASH,
      note: 'A note',
      enteredBy: 'employee:ada-example',
      enteredAt: now,
      before: {},
    }),
  findReleaseElsewhere: ({ db }) => findRelease(db, { portfolioId: 999, number: 1 }),
  listReleases: ({ db }) => listReleases(db, 118, 50),
  async findVersionElsewhere({ db }) {
    const [version] = await listVersions(db, { portfolioId: 118 }, 1)
    assert(version !== undefined, 'the scene has a version of portfolio data')
    return await findVersion(db, { ...version, portfolioId: 999 }, version.version)
  },
  listVersionsElsewhere: ({ db }) => listVersions(db, { portfolioId: 999 }, 50),
  listSecureMessages: ({ db, owner, scene }) =>
    messages.listSecureMessages(db, scene.api.deps.cipher, owner, { limit: 50 }),
  listClosedMessages: ({ db, owner, scene }) =>
    messages.listClosedMessages(db, scene.api.deps.cipher, owner, { limit: 50 }),
  listMessageThreads: ({ db, owner, scene }) =>
    messages.listMessageThreads(db, scene.api.deps.cipher, owner, 50),
  markMessagesRead: ({ db, owner, now }) =>
    messages.markMessagesRead(db, owner, { sender: 'lender', at: now }),
  listWaitingConversations: ({ db }) => messages.listWaitingConversations(db, 999, 50),
  async claimKeyOfTwo({ db, scene, now, later }) {
    const keys = createIdempotencyRepository(scene.api.deps.cipher)
    const claim = { key: 'key', call: 'a call', bodyHash: RECOVERY_HASH, now, expiresAt: later }
    await keys.claim(db, { ...claim, owner: 'another', bodyHash: DEVICE_HASH })
    await keys.claim(db, { ...claim, owner: 'somebody' })
    await keys.saveAnswer(db, 'somebody', claim.key, 'an answer')
    return await keys.claim(db, { ...claim, owner: 'somebody' })
  },
  missedTickets: ({ db, owner }) => missedTickets(db, owner, 0, 50),
  missedTicketsOfAnother: ({ db, owner }) => missedTickets(db, { ...owner, openId: 'unknown' }, 0, 50),
  missedTicketsElsewhere: ({ db, owner }) => missedTickets(db, { ...owner, portfolioId: 999 }, 0, 50),
  listTicketsAfter: ({ db, owner }) => listTicketsAfter(db, owner, 0, 50),
}
