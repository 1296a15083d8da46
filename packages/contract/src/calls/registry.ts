import type { Call } from '../call.ts'
import { ceremonyConsentCall } from './agreement/ceremony-consent.ts'
import { ceremonyDeclineCall } from './agreement/ceremony-decline.ts'
import { ceremonySignCall } from './agreement/ceremony-sign.ts'
import { parseSignatureResourceCall } from './agreement/parse-signature-resource.ts'
import { sendLoanAgreementCall } from './agreement/send-loan-agreement.ts'
import { attachLoanCall } from './application/attach-loan.ts'
import { checkCollectionStatusCall } from './application/check-collection-status.ts'
import { createFormCall } from './application/create-form.ts'
import { getFormCall } from './application/get-form.ts'
import { getPersonalCall } from './application/get-personal.ts'
import { infrastructureParsePathResourceCall } from './application/infrastructure-parse-path-resource.ts'
import { listSectionCall } from './application/list-section.ts'
import { parseCompleteResourceCall } from './application/parse-complete-resource.ts'
import { parsePathResourceCall } from './application/parse-path-resource.ts'
import { parseReturningResourceCall } from './application/parse-returning-resource.ts'
import { readFormCall } from './application/read-form.ts'
import { saveFormStepCall } from './application/save-form-step.ts'
import { updateFormCall } from './application/update-form.ts'
import { withdrawApplicationCall } from './application/withdraw-application.ts'
import { batchSaveConsentStatusCall } from './consent/batch-save-consent-status.ts'
import { checkConsentStatusCall } from './consent/check-consent-status.ts'
import { getConsentTemplateCall } from './consent/get-consent-template.ts'
import { checkCouponCall } from './coupon/check-coupon.ts'
import { couponApplyCall } from './coupon/coupon-apply.ts'
import { couponListCall } from './coupon/coupon-list.ts'
import { couponRemoveCall } from './coupon/coupon-remove.ts'
import { calculateQualifiedAmountCall } from './decision/calculate-qualified-amount.ts'
import { checkBlackListCall } from './decision/check-black-list.ts'
import { checkRiskInfoCall } from './decision/check-risk-info.ts'
import { cancelLoanCall } from './disbursement/cancel-loan.ts'
import { disbursementDateCall } from './disbursement/disbursement-date.ts'
import { listDisbursementLoanCall } from './disbursement/list-disbursement-loan.ts'
import { paperCheckCall } from './disbursement/paper-check.ts'
import { repairBankCall } from './disbursement/repair-bank.ts'
import { documentFileCall } from './document/document-file.ts'
import { documentListCall } from './document/document-list.ts'
import { verifyDocumentCall } from './document/verify-document.ts'
import { authenticateIdentityCall } from './identity/authenticate-identity.ts'
import { authenticatorCall } from './identity/authenticator.ts'
import { changePasswordCall } from './identity/change-password.ts'
import { createAccountCall } from './identity/create-account.ts'
import { endSessionCall } from './identity/end-session.ts'
import { extendSessionCall } from './identity/extend-session.ts'
import { getPersonalInfoCall } from './identity/get-personal-info.ts'
import { listSessionCall } from './identity/list-session.ts'
import { parseLinkResourceCall } from './identity/parse-link-resource.ts'
import { resendVerificationCodeCall } from './identity/resend-verification-code.ts'
import { resetPasswordCall } from './identity/reset-password.ts'
import { sendContactCodeCall } from './identity/send-contact-code.ts'
import { sendCreateAccountEmailCall } from './identity/send-create-account-email.ts'
import { sendForgotPasswordEmailCall } from './identity/send-forgot-password-email.ts'
import { signInCall } from './identity/sign-in.ts'
import { signOutCall } from './identity/sign-out.ts'
import { verifyContactCall } from './identity/verify-contact.ts'
import { verifyLoginCodeCall } from './identity/verify-login-code.ts'
import { listMessageCall } from './message/list-message.ts'
import { readMessageCall } from './message/read-message.ts'
import { sendMessageCall } from './message/send-message.ts'
import { noticeListCall } from './notification/notice-list.ts'
import { addHolidayCall } from './operations/add-holiday.ts'
import { changeAccountCall } from './operations/change-account.ts'
import { approveLoanCall } from './operations/approve-loan.ts'
import { checkPortfolioCall } from './operations/check-portfolio.ts'
import { collectLoanCall } from './operations/collect-loan.ts'
import { acceptStatementCall } from './operations/accept-statement.ts'
import { answerMessageCall } from './operations/answer-message.ts'
import { listConversationCall } from './operations/list-conversation.ts'
import { settleMessageCall } from './operations/settle-message.ts'
import { showConversationCall } from './operations/show-conversation.ts'
import { listStatementCall } from './operations/list-statement.ts'
import { refuseStatementCall } from './operations/refuse-statement.ts'
import { releaseStatementCall } from './operations/release-statement.ts'
import { showStatementCall } from './operations/show-statement.ts'
import { statementFileCall } from './operations/statement-file.ts'
import { declineLoanCall } from './operations/decline-loan.ts'
import { dryRunPolicyCall } from './operations/dry-run-policy.ts'
import { employeeSignInCall } from './operations/employee-sign-in.ts'
import { explainDecisionCall } from './operations/explain-decision.ts'
import { exportRecordsCall } from './operations/export-records.ts'
import { guardAnswersCall } from './operations/guard-answers.ts'
import { importReturnCall } from './operations/import-return.ts'
import { issueCouponCall } from './operations/issue-coupon.ts'
import { listCouponCall } from './operations/list-coupon.ts'
import { listReleasesCall } from './operations/list-releases.ts'
import { listVersionCall } from './operations/list-version.ts'
import { loanTimelineCall } from './operations/loan-timeline.ts'
import { manualPostingCall } from './operations/manual-posting.ts'
import { moveClockCall } from './operations/move-clock.ts'
import { passOnLoanCall } from './operations/pass-on-loan.ts'
import { previewPortfolioCall } from './operations/preview-portfolio.ts'
import { publishVersionCall } from './operations/publish-version.ts'
import { readClockCall } from './operations/read-clock.ts'
import { releasePortfolioCall } from './operations/release-portfolio.ts'
import { replayDecisionCall } from './operations/replay-decision.ts'
import { reviewQueueCall } from './operations/review-queue.ts'
import { returnRateCall } from './operations/return-rate.ts'
import { runBatchCall } from './operations/run-batch.ts'
import { runSettlementCall } from './operations/run-settlement.ts'
import { searchAuditCall } from './operations/search-audit.ts'
import { suspendLoanCall } from './operations/suspend-loan.ts'
import { terminateLoanCall } from './operations/terminate-loan.ts'
import { verifyLedgerCall } from './operations/verify-ledger.ts'
import { verifyLedgersCall } from './operations/verify-ledgers.ts'
import { calculatePaymentScheduleCall } from './payment-plan/calculate-payment-schedule.ts'
import { compareTransactionFeeCall } from './payment-plan/compare-transaction-fee.ts'
import { getPaymentOptionCall } from './payment-plan/get-payment-option.ts'
import { getSimulatedDataCall } from './payment-plan/get-simulated-data.ts'
import { savePaymentOptionCall } from './payment-plan/save-payment-option.ts'
import { assistantGetPortfolioCall } from './portfolio/assistant-get-portfolio.ts'
import { getPortfolioByDomainCall } from './portfolio/get-portfolio-by-domain.ts'
import { getPortfolioIdCall } from './portfolio/get-portfolio-id.ts'
import { getPortfolioProgramCall } from './portfolio/get-portfolio-program.ts'
import { getPortfolioCall } from './portfolio/get-portfolio.ts'
import { listPortfolioCall } from './portfolio/list-portfolio.ts'
import { assistantDateFormatCall } from './reference-data/assistant-date-format.ts'
import { assistantGetBankInfoCall } from './reference-data/assistant-get-bank-info.ts'
import { availableDateCall } from './reference-data/available-date.ts'
import { configDateFormatCall } from './reference-data/config-date-format.ts'
import { countdownSameDayCall } from './reference-data/countdown-same-day.ts'
import { getBankInfoCall } from './reference-data/get-bank-info.ts'
import { getDefaultDisbursementDateCall } from './reference-data/get-default-disbursement-date.ts'
import { getDomainValueCall } from './reference-data/get-domain-value.ts'
import { getFutureDateCall } from './reference-data/get-future-date.ts'
import { getHolidayCall } from './reference-data/get-holiday.ts'
import { getNextBusinessDayCall } from './reference-data/get-next-business-day.ts'
import { authorizationCall } from './repayment/authorization.ts'
import { cancelChangeCall } from './repayment/cancel-change.ts'
import { listChangeCall } from './repayment/list-change.ts'
import { listRepaymentLoanCall } from './repayment/list-repayment-loan.ts'
import { payFixedAmountCall } from './repayment/pay-fixed-amount.ts'
import { payOffInNCall } from './repayment/pay-off-in-n.ts'
import { payOffCall } from './repayment/pay-off.ts'
import { paymentDetailCall } from './repayment/payment-detail.ts'
import { requestChangeCall } from './repayment/request-change.ts'
import { recordBusinessDataCall } from './tracking/record-business-data.ts'
import { saveBehaviorRecordCall } from './tracking/save-behavior-record.ts'
import { createRequestCodeCall } from './verification/create-request-code.ts'
import { getProviderCall } from './verification/get-provider.ts'
import { getRequestDetailsCall } from './verification/get-request-details.ts'
import { getRequestStatusCall } from './verification/get-request-status.ts'
import { uploadBankStatementCall } from './verification/upload-bank-statement.ts'

/** Every call there is, by name. Routes, client, OpenAPI and tests all read this list. */
export const CALLS = {
  ceremonyConsent: ceremonyConsentCall,
  ceremonyDecline: ceremonyDeclineCall,
  ceremonySign: ceremonySignCall,
  parseSignatureResource: parseSignatureResourceCall,
  sendLoanAgreement: sendLoanAgreementCall,
  attachLoan: attachLoanCall,
  checkCollectionStatus: checkCollectionStatusCall,
  createForm: createFormCall,
  getForm: getFormCall,
  getPersonal: getPersonalCall,
  infrastructureParsePathResource: infrastructureParsePathResourceCall,
  listSection: listSectionCall,
  parseCompleteResource: parseCompleteResourceCall,
  parsePathResource: parsePathResourceCall,
  parseReturningResource: parseReturningResourceCall,
  readForm: readFormCall,
  saveFormStep: saveFormStepCall,
  updateForm: updateFormCall,
  withdrawApplication: withdrawApplicationCall,
  batchSaveConsentStatus: batchSaveConsentStatusCall,
  checkConsentStatus: checkConsentStatusCall,
  getConsentTemplate: getConsentTemplateCall,
  checkCoupon: checkCouponCall,
  couponApply: couponApplyCall,
  couponList: couponListCall,
  couponRemove: couponRemoveCall,
  calculateQualifiedAmount: calculateQualifiedAmountCall,
  checkBlackList: checkBlackListCall,
  checkRiskInfo: checkRiskInfoCall,
  cancelLoan: cancelLoanCall,
  disbursementDate: disbursementDateCall,
  listDisbursementLoan: listDisbursementLoanCall,
  paperCheck: paperCheckCall,
  repairBank: repairBankCall,
  documentFile: documentFileCall,
  documentList: documentListCall,
  verifyDocument: verifyDocumentCall,
  authenticateIdentity: authenticateIdentityCall,
  authenticator: authenticatorCall,
  changePassword: changePasswordCall,
  createAccount: createAccountCall,
  endSession: endSessionCall,
  extendSession: extendSessionCall,
  getPersonalInfo: getPersonalInfoCall,
  listSession: listSessionCall,
  parseLinkResource: parseLinkResourceCall,
  resendVerificationCode: resendVerificationCodeCall,
  resetPassword: resetPasswordCall,
  sendContactCode: sendContactCodeCall,
  sendCreateAccountEmail: sendCreateAccountEmailCall,
  sendForgotPasswordEmail: sendForgotPasswordEmailCall,
  signIn: signInCall,
  signOut: signOutCall,
  verifyContact: verifyContactCall,
  verifyLoginCode: verifyLoginCodeCall,
  listMessage: listMessageCall,
  sendMessage: sendMessageCall,
  readMessage: readMessageCall,
  noticeList: noticeListCall,
  approveLoan: approveLoanCall,
  changeAccount: changeAccountCall,
  collectLoan: collectLoanCall,
  acceptStatement: acceptStatementCall,
  declineLoan: declineLoanCall,
  importReturn: importReturnCall,
  listVersion: listVersionCall,
  addHoliday: addHolidayCall,
  issueCoupon: issueCouponCall,
  listCoupon: listCouponCall,
  loanTimeline: loanTimelineCall,
  manualPosting: manualPostingCall,
  listStatement: listStatementCall,
  listConversation: listConversationCall,
  showConversation: showConversationCall,
  answerMessage: answerMessageCall,
  settleMessage: settleMessageCall,
  passOnLoan: passOnLoanCall,
  refuseStatement: refuseStatementCall,
  releaseStatement: releaseStatementCall,
  showStatement: showStatementCall,
  statementFile: statementFileCall,
  publishVersion: publishVersionCall,
  checkPortfolio: checkPortfolioCall,
  previewPortfolio: previewPortfolioCall,
  releasePortfolio: releasePortfolioCall,
  listReleases: listReleasesCall,
  reviewQueue: reviewQueueCall,
  returnRate: returnRateCall,
  runBatch: runBatchCall,
  runSettlement: runSettlementCall,
  searchAudit: searchAuditCall,
  employeeSignIn: employeeSignInCall,
  readClock: readClockCall,
  moveClock: moveClockCall,
  verifyLedger: verifyLedgerCall,
  verifyLedgers: verifyLedgersCall,
  replayDecision: replayDecisionCall,
  dryRunPolicy: dryRunPolicyCall,
  explainDecision: explainDecisionCall,
  exportRecords: exportRecordsCall,
  guardAnswers: guardAnswersCall,
  suspendLoan: suspendLoanCall,
  terminateLoan: terminateLoanCall,
  calculatePaymentSchedule: calculatePaymentScheduleCall,
  compareTransactionFee: compareTransactionFeeCall,
  getPaymentOption: getPaymentOptionCall,
  getSimulatedData: getSimulatedDataCall,
  savePaymentOption: savePaymentOptionCall,
  assistantGetPortfolio: assistantGetPortfolioCall,
  getPortfolioByDomain: getPortfolioByDomainCall,
  getPortfolioId: getPortfolioIdCall,
  getPortfolioProgram: getPortfolioProgramCall,
  getPortfolio: getPortfolioCall,
  listPortfolio: listPortfolioCall,
  assistantDateFormat: assistantDateFormatCall,
  assistantGetBankInfo: assistantGetBankInfoCall,
  availableDate: availableDateCall,
  configDateFormat: configDateFormatCall,
  countdownSameDay: countdownSameDayCall,
  getBankInfo: getBankInfoCall,
  getDefaultDisbursementDate: getDefaultDisbursementDateCall,
  getDomainValue: getDomainValueCall,
  getFutureDate: getFutureDateCall,
  getHoliday: getHolidayCall,
  getNextBusinessDay: getNextBusinessDayCall,
  authorization: authorizationCall,
  cancelChange: cancelChangeCall,
  listChange: listChangeCall,
  listRepaymentLoan: listRepaymentLoanCall,
  payFixedAmount: payFixedAmountCall,
  payOffInN: payOffInNCall,
  payOff: payOffCall,
  paymentDetail: paymentDetailCall,
  requestChange: requestChangeCall,
  recordBusinessData: recordBusinessDataCall,
  saveBehaviorRecord: saveBehaviorRecordCall,
  createRequestCode: createRequestCodeCall,
  getProvider: getProviderCall,
  getRequestDetails: getRequestDetailsCall,
  getRequestStatus: getRequestStatusCall,
  uploadBankStatement: uploadBankStatementCall,
} as const

export type CallName = keyof typeof CALLS

/** The calls as a list, in the order of the registry. */
export const ALL_CALLS: readonly Call[] = Object.values(CALLS)
