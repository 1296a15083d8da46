import { prenoteApproval } from './modules/payments/enter-prenote.ts'
import { exceptionApproval } from './modules/payments/returns/resolve-exception.ts'
import { reversalApproval } from './modules/payments/reversals/enter-reversal.ts'
import { bankDirectoryApproval, bankDirectoryRoutes } from './modules/reference-data/import-directory.ts'
import { endApprovalsJob } from './modules/approvals/ended-approvals.ts'
import { holidayApproval, holidayRoutes } from './modules/reference-data/holiday-routes.ts'
import type { ApplicationKey } from '@dolphin/database/driver/owner'
import { findResource } from '@dolphin/database/applications/resource-repository'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { expireSigningSessionsJob, finishSigningJob } from './modules/agreements/signing-jobs.ts'
import { createSigningFinisher } from './modules/agreements/finish-signing.ts'
import { agreementRoutes } from './modules/agreements/routes.ts'
import { createSigningRequests } from './modules/agreements/create-signing-requests.ts'
import { applicationRoutes } from './modules/applications/routes.ts'
import { inviteBackJob } from './modules/applications/invite-back.ts'
import { deleteUnattachedJob } from './modules/applications/unattached.ts'
import { consentRoutes } from './modules/consents/routes.ts'
import { couponRoutes } from './modules/coupons/routes.ts'
import { decisionRoutes } from './modules/decisions/routes.ts'
import { disbursementRoutes } from './modules/disbursement/routes.ts'
import { documentRoutes } from './modules/documents/routes.ts'
import { loadCommonPasswords } from './modules/identity/common-passwords.ts'
import type { IdentityDeps } from './modules/identity/identity-deps.ts'
import { linkMailJob } from './modules/identity/link-mail.ts'
import { createPasswordHasher } from './security/password-hasher.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { hashToken } from './security/secrets.ts'
import type { SessionService } from './modules/identity/session-service.ts'
import { sessionView } from './modules/identity/session-view.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import { notificationRoutes } from './modules/notices/routes.ts'
import { paymentPlanRoutes } from './modules/plans/routes.ts'
import { portfolioRoutes } from './modules/portfolios/routes.ts'
import { referenceDataRoutes } from './modules/reference-data/routes.ts'
import { repaymentRoutes } from './modules/servicing/routes.ts'
import { vocabularyRoutes } from './modules/reference-data/vocabulary-routes.ts'
import { trackingRoutes } from './modules/tracking/routes.ts'
import type { BankVendors } from './modules/verification/vendors.ts'
import { verificationFeature } from './modules/verification/verification-feature.ts'
import type { RouteDefinition } from './http/route.ts'
import type { JobDefinition } from './ports/job-queue.ts'
import { sealObjectsJob } from './jobs/seal-objects.ts'
import { sealRecordsJob } from './jobs/seal-records.ts'
import { sweepJob } from './jobs/sweep.ts'
import { tendDatabaseJob } from './jobs/tend-database.ts'
import { openOperationsSecret } from './security/keys.ts'
import { createLoanLookups } from './modules/identity/loan-lookups.ts'
import { originateBatchJob } from './modules/payments/originate-batch.ts'
import { paidInFullLetterJob } from './modules/servicing/paid-off.ts'
import { pastDueJob } from './modules/payments/past-due.ts'
import { bankInboxJob } from './modules/payments/returns/inbox-round.ts'
import { returnRateJob } from './modules/payments/returns/return-rate-watch.ts'
import { moneyRoundJob } from './modules/payments/timetable.ts'
import { hardshipOffersJob } from './modules/payments/hardship-offers.ts'
import { upcomingDebitsJob } from './modules/payments/upcoming-debits.ts'
import { openDocumentCauses } from './modules/applications/document-items.ts'
import { openMessageCauses } from './modules/work-items/message-item.ts'
import { openReviewCauses } from './modules/loans/review-item.ts'
import { requestLetterJob } from './modules/applications/document-letter.ts'
import {
  documentRequestStaffRoutes,
  requestedDocumentRoutes,
} from './modules/applications/document-routes.ts'
import { incompletenessLetterJob } from './modules/applications/noia-letter.ts'
import { noiaRoundJob } from './modules/applications/noia-round.ts'
import { SEND_NOTICES_JOB, sweepNoticesJob } from './modules/notices/notice-outbox.ts'
import { registerDeliveryWebhooks } from './modules/notices/delivery-webhooks.ts'
import { returnMailboxJob } from './modules/notices/return-mailbox.ts'
import { noticeStaffRoutes, openNoticeCauses } from './modules/notices/staff-routes.ts'
import { registerUnsubscribe } from './modules/notices/unsubscribe.ts'
import { sendDueNotices } from './modules/notices/notice-worker.ts'
import { restateLetter, restateNotice } from './modules/servicing/leaving-notices.ts'
import { adverseActionJob } from './modules/decisions/adverse-action.ts'
import { applicationStaffRoutes } from './modules/applications/staff-routes.ts'
import { couponStaffRoutes } from './modules/coupons/staff-routes.ts'
import { decisionStaffRoutes } from './modules/decisions/staff-routes.ts'
import { rebuildFindTokensJob } from './modules/customer-files/rebuild-find-tokens.ts'
import { customerFileRoutes } from './modules/customer-files/staff-routes.ts'
import { examinerStaffRoutes } from './modules/examiner/staff-routes.ts'
import { identityStaffRoutes } from './modules/identity/staff-routes.ts'
import { loanRoutes } from './modules/loans/routes.ts'
import { messageStaffRoutes } from './modules/messages/staff-routes.ts'
import { ledgerRoutes } from './modules/payments/ledger-routes.ts'
import { moneyRunRoutes } from './modules/payments/money-run-routes.ts'
import { returnRoutes } from './modules/payments/return-routes.ts'
import { portfolioStaffRoutes } from './modules/portfolios/staff-routes.ts'
import { clockStaffRoutes } from './modules/reference-data/staff-routes.ts'
import { listLiveDocuments, openLiveDocument } from './modules/servicing/documents-of-the-day.ts'
import { openStrandedCauses, strandedJob } from './modules/servicing/stranded-round.ts'
import { servicingStaffRoutes } from './modules/servicing/staff-routes.ts'
import { openMoneyCauses } from './modules/payments/open-causes.ts'
import { type Circuits, systemRoutes } from './modules/system/staff-routes.ts'
import { jobsGivenUpJob } from './modules/work-items/jobs-given-up.ts'
import { workItemStaffRoutes } from './modules/work-items/staff-routes.ts'
import { reviewApproval } from './modules/applications/review-approval.ts'
import { type ApprovalKinds, approvalKinds } from './modules/approvals/approval-kind.ts'
import { approvalRoutes } from './modules/approvals/routes.ts'
import { closingApproval, reopeningApproval } from './modules/identity/account-approval.ts'
import { postingApproval } from './modules/payments/posting-approval.ts'
import { releaseApproval } from './modules/portfolios/release/release-service.ts'
import { versionApproval } from './modules/portfolios/version-approval.ts'
import { legalFactEndApproval } from './modules/servicing/legal-fact-approval.ts'
import { terminationApproval } from './modules/servicing/termination-approval.ts'
import { actPasskeys } from './modules/staff/act-passkeys.ts'
import { linkLiftApproval } from './modules/staff/link-lift.ts'
import { invitationApproval, roleApproval } from './modules/staff/staff-approvals.ts'
import type { StaffDeps } from './modules/staff/staff-deps.ts'
import { employeeRoutes } from './modules/staff/employee-routes.ts'
import { ownPasskeyRoutes } from './modules/staff/own-passkey-routes.ts'
import { savedViewRoutes } from './modules/staff/saved-view-routes.ts'
import { signInRoutes } from './modules/staff/sign-in-routes.ts'
import { terminalRoutes } from './modules/staff/terminal-routes.ts'
import { touchRoutes } from './modules/staff/touch-routes.ts'
import { judgeStaffRequest } from './http/staff-guard.ts'
import { staffMatters } from './staff-matters.ts'
import { moneyActs } from './touched-acts.ts'
import { ALL_CALLS } from '@dolphin/contract/registry'
import type { UnitOfWork } from './unit-of-work.ts'
import { correctionApproval } from './modules/privacy/correct-person.ts'
import { openRequestCauses } from './modules/privacy/data-requests.ts'
import { erasureApproval } from './modules/privacy/erase-person.ts'
import { exportApproval } from './modules/privacy/export-person.ts'
import { myDataRoutes } from './modules/privacy/my-data-routes.ts'
import { personRoutes } from './modules/privacy/person-routes.ts'
import { legalHoldApproval } from './modules/privacy/legal-hold.ts'
import { removeObjectsJob } from './modules/privacy/remove-objects.ts'
import { retentionJob } from './modules/privacy/retention-round.ts'
import { retentionRoutes } from './modules/privacy/retention-routes.ts'

/** One feature: its calls, its jobs and whatever it serves outside the gateway prefix. */
export interface Feature {
  readonly routes: readonly RouteDefinition[]
  readonly jobs?: readonly JobDefinition[]
  readonly extensions?: readonly ((app: FastifyInstance) => Promise<void>)[]
}

/** Every module of the server with its calls, jobs and extensions: the only list of them. A new module is a folder and a line here. */
export function features(deps: Deps, sessions: SessionService, vendors: BankVendors): readonly Feature[] {
  const secrets = passwordTools(deps)
  return [
    identityFeature(deps, sessions, secrets),
    {
      routes: portfolioRoutes({
        portfolios: deps.portfolios,
        portfolioOfResource: portfolioOfResource(deps),
      }),
    },
    { routes: [...referenceDataRoutes(deps), ...vocabularyRoutes(deps), ...loanRoutes(deps)] },
    { routes: consentRoutes(deps) },
    {
      routes: decisionRoutes(deps),
      jobs: [
        adverseActionJob(deps),
        noiaRoundJob(deps),
        incompletenessLetterJob(deps),
        requestLetterJob(deps),
      ],
    },
    { routes: paymentPlanRoutes(deps) },
    { routes: couponRoutes(deps) },
    { routes: disbursementRoutes(deps) },
    { routes: repaymentRoutes(deps) },
    staffFeature(deps, secrets),
    { routes: systemRoutes(deps, circuitsOf(deps, vendors)) },
    { routes: trackingRoutes(deps) },
    applicationFeature(deps, sessions),
    verificationFeature({ ...deps, vendors, signing: createSigningRequests(deps) }),
    agreementFeature(deps),
    {
      routes: documentRoutes(deps, {
        list: (owner) => listLiveDocuments(deps, owner),
        open: (owner, documentNo) => openLiveDocument(deps, owner, documentNo),
      }),
      jobs: [sealObjectsJob(deps), sealRecordsJob(deps)],
    },
    { routes: notificationRoutes(deps) },
    { routes: messageRoutes(deps) },
    { routes: myDataRoutes(deps) },
    {
      routes: noticeStaffRoutes({
        ...deps,
        restate: (executor, notice) => restateLetter(deps, executor, notice),
      }),
      jobs: [
        {
          name: SEND_NOTICES_JOB,
          run: () => sendDueNotices({ ...deps, restate: (notice) => restateNotice(deps, notice) }),
        },
        sweepNoticesJob(deps),
        returnMailboxJob(deps),
        sweepJob(deps),
        tendDatabaseJob(deps),
      ],
      extensions: [registerDeliveryWebhooks(deps), registerUnsubscribe(deps)],
    },
  ]
}

/** Staff and the timetable move money by the same services. */
function staffFeature(deps: Deps, secrets: Pick<IdentityDeps, 'passwords' | 'commonPasswords'>): Feature {
  const staff = { ...deps, ...secrets, operationsSecret: openOperationsSecret(deps.config) }
  const approvals = { ...deps, kinds: kindsOfApproval(deps, staff), passkeys: actPasskeys(staff) }
  const routes = [
    ...signInRoutes(staff),
    ...employeeRoutes(staff),
    ...ownPasskeyRoutes(staff),
    ...savedViewRoutes(staff),
    ...terminalRoutes(staff),
    ...touchRoutes({
      ...staff,
      findMoneyAct: moneyActs(deps),
      callOf: (name) => ALL_CALLS.find((call) => call.name === name && call.touch !== undefined),
      judge: (call, actor, body) => judgeStaffRequest(call, actor, body, staffMatters(deps)),
    }),
    ...applicationStaffRoutes(deps),
    ...documentRequestStaffRoutes(deps),
    ...servicingStaffRoutes(deps),
    ...identityStaffRoutes(deps),
    ...examinerStaffRoutes(deps),
    ...customerFileRoutes({ ...deps, passkeys: approvals.passkeys }),
    ...moneyRunRoutes(deps),
    ...returnRoutes(deps),
    ...ledgerRoutes(deps),
    ...workItemStaffRoutes(deps, {
      ...openMoneyCauses(deps),
      ...openStrandedCauses(deps),
      ...openDocumentCauses(deps),
      ...openReviewCauses,
      ...openMessageCauses,
      ...openNoticeCauses(deps),
      ...openRequestCauses(deps),
    }),
    ...decisionStaffRoutes(deps),
    ...couponStaffRoutes(deps),
    ...messageStaffRoutes(deps),
    ...portfolioStaffRoutes(deps),
    ...clockStaffRoutes(deps),
    ...holidayRoutes(deps),
    ...bankDirectoryRoutes(deps),
    ...retentionRoutes(deps),
    ...personRoutes(deps),
    ...approvalRoutes(approvals),
  ]
  const jobs = [
    moneyRoundJob(deps),
    originateBatchJob(deps),
    upcomingDebitsJob(deps),
    hardshipOffersJob(deps),
    pastDueJob(deps),
    paidInFullLetterJob(deps),
    bankInboxJob(deps),
    returnRateJob(deps),
    jobsGivenUpJob(deps),
    strandedJob(deps),
    endApprovalsJob(approvals),
    retentionJob(deps),
    rebuildFindTokensJob(deps),
    removeObjectsJob(deps),
  ]
  return { routes, jobs }
}

/** The providers that are not asked for a while once they fail. */
const circuitsOf = ({ openId }: Deps, { byId }: BankVendors): Circuits =>
  new Map<string, { readonly isAvailable: boolean }>(
    openId === undefined ? byId : [...byId, ['openId', openId]],
  )

/** What one employee enters and another confirms, each kind by the module whose act it is. */
const kindsOfApproval = (deps: Deps, staff: StaffDeps): ApprovalKinds =>
  approvalKinds([
    postingApproval(deps),
    reviewApproval(deps),
    terminationApproval(deps),
    closingApproval(deps),
    legalFactEndApproval(deps),
    reopeningApproval(deps),
    releaseApproval(deps),
    versionApproval(deps),
    holidayApproval(deps),
    bankDirectoryApproval(deps),
    exceptionApproval(deps),
    reversalApproval(deps),
    prenoteApproval(deps),
    legalHoldApproval(deps),
    exportApproval(deps),
    correctionApproval(deps),
    erasureApproval(deps),
    invitationApproval(staff),
    roleApproval(staff),
    linkLiftApproval(),
  ])

function agreementFeature(deps: Deps): Feature {
  const finisher = createSigningFinisher(deps)
  const jobs = [finishSigningJob(finisher), expireSigningSessionsJob(deps)]
  return { routes: agreementRoutes(deps, finisher), jobs }
}

function applicationFeature(deps: Deps, sessions: SessionService): Feature {
  const limitedSessions = {
    async open(unit: UnitOfWork, { portfolioId, applicationNo }: ApplicationKey, browser: boolean) {
      const session = await sessions.open(unit, { kind: 'limited', portfolioId, applicationNo }, browser)
      return sessionView(session, deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)
    },
  }
  return {
    routes: [...applicationRoutes({ ...deps, limitedSessions }), ...requestedDocumentRoutes(deps)],
    jobs: [deleteUnattachedJob(deps), inviteBackJob(deps)],
  }
}

/** One queue of hashes for borrowers and staff alike: together they take no more memory. */
function passwordTools({ keys, random, config }: Deps): Pick<IdentityDeps, 'passwords' | 'commonPasswords'> {
  return {
    passwords: createPasswordHasher(keys.known('password pepper'), random, config.passwordHashesAtOnce),
    commonPasswords: loadCommonPasswords(config.commonPasswordsFile),
  }
}

function identityFeature(
  deps: Deps,
  sessions: SessionService,
  secrets: Pick<IdentityDeps, 'passwords' | 'commonPasswords'>,
): Feature {
  const identityDeps: IdentityDeps = {
    ...deps,
    sessions,
    ...secrets,
    lookups: createLoanLookups(deps),
  }
  return { routes: identityRoutes(identityDeps), jobs: [linkMailJob(identityDeps)] }
}

const portfolioOfResource =
  ({ database, cipher, clock }: Deps) =>
  async (token: string): Promise<number | undefined> => {
    const resource = await findResource(database.db, cipher, hashToken(token))
    return resource !== undefined && clock.now() < resource.expiresAt ? resource.portfolioId : undefined
  }
