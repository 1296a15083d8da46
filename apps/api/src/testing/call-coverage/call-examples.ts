import { randomUUID } from 'node:crypto'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { CallName } from '@dolphin/contract/registry'
import { sendCreateAccountEmailCall, sendForgotPasswordEmailCall } from '@dolphin/contract/identity'
import { ANSWERS } from '../applications.ts'
import { createCustomer, mailedToken, PASSWORD } from '../customers.ts'
import type { Example } from './example.ts'
import { CUSTOMER_FILE_EXAMPLES } from './customer-file-examples.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { PRIVACY_EXAMPLES } from './privacy-examples.ts'
import type { Scene } from './scene.ts'
import { startSignIn } from './sign-in-by-mail.ts'
import { STAFF_DOOR_EXAMPLES } from './staff-door-examples.ts'
import { STATEMENT_EXAMPLES } from './statement-examples.ts'

const freshEmail = () => `fresh-${randomUUID().slice(0, 8)}@example.com`
const name = { firstName: 'Robin', middleName: '', lastName: 'Sample' }
const device = { remember: false }
const frequency = PayrollFrequency.biWeekly
const terms = { amount: '500.00', frequency, number: 6, firstDate: '2026-03-27' } as const
const change = { mode: 0, paymentMode: PaymentMode.ach, date: '2026-03-27' } as const
const note = 'Looked at it'
const query118 = { portfolioId: 118 } as const
const supportRole = {
  role: 'support',
  portfolioId: 118,
  amountLimit: null,
  from: '2026-03-01',
  until: null,
} as const
/** Of no employee. */
const approvalNo = 'A999999999'
const ACT_DIGEST = 'a'.repeat(64)
const passkeyProof = { kind: 'passkey', challengeId: 'c'.repeat(22), response: passkeyAnswer } as const
const passkeyRegistration = {
  ...passkeyAnswer,
  response: { clientDataJSON: 'e30', attestationObject: 'AA' },
} as const

/** The link of a fresh account. */
async function accountLink({ api }: Scene): Promise<string> {
  const email = freshEmail()
  await api
    .client()
    .ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  return mailedToken(api, email)
}
/** The link to reset the password of a customer made for it. */
async function resetLink({ api }: Scene): Promise<string> {
  const email = freshEmail()
  await createCustomer(api, { email })
  await api.client().ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  return mailedToken(api, email)
}
async function codeStep({ api }: Scene) {
  const email = freshEmail()
  await createCustomer(api, { email })
  return startSignIn(api, api.client(), email)
}

/** A lower amount on a decision that no loan has. */
const COUNTER = { amount: '300.00', reasonCodes: ['accountOwnerMismatch'], decisionNo: 'D999999999' }

/**
 * One valid request for each call, about what the owner has. A new call without one does not compile; the actor
 * matrix then sends it as everybody.
 */
export const EXAMPLES: { readonly [Name in CallName]: Example<Name> } = {
  signingConsent: ({ signing: { requestCode, details } }) => ({
    params: { requestCode },
    body: {
      proofCode: 'ABC234',
      consents: details.consents.map(({ kind, version }) => ({ kind, version, given: true })),
    },
  }),
  signingDecline: ({ signing: { requestCode } }) => ({ params: { requestCode }, body: {} }),
  signingSign: ({ signing: { requestCode, details } }) => ({
    params: { requestCode },
    body: {
      documents: details.documents.map(({ documentNo, sha256 }) => ({ documentNo, sha256 })),
      mark: { kind: 'typed', text: 'Zebulon Quillfeather' },
    },
  }),
  parseSignatureResource: ({ resource }) => ({ query: { resource } }),
  sendLoanAgreement: ({ loanNo }) => ({ body: { loanNo, to: 'link' } }),
  attachLoan: ({ resource }) => ({
    body: { resource, ssnLast4: '1000', birthDate: ANSWERS.personal.birthDate },
  }),
  checkCollectionStatus: ({ loanNo }) => ({ body: { loanNo } }),
  createForm: () => ({
    params: { code: 'personal' },
    body: {
      externalKey: null,
      changed: { ...ANSWERS.personal, ssn: '521-46-1009', email: freshEmail() },
      version: 0,
    },
  }),
  getForm: () => ({ query: { code: 'personal' } }),
  getPersonal: ({ applicationNo }) => ({ query: { applicationNo } }),
  infrastructureParsePathResource: ({ resource }) => ({ body: { resource } }),
  listSection: ({ applicationNo }) => ({ query: { applicationNo } }),
  parseCompleteResource: ({ resource }) => ({ query: { resource } }),
  parsePathResource: ({ resource }) => ({ query: { resource } }),
  parseReturningResource: ({ resource }) => ({ query: { resource } }),
  readForm: ({ applicationNo }) => ({ params: { code: 'personal' }, query: { externalKey: applicationNo } }),
  saveFormStep: () => ({
    params: { code: 'personal' },
    body: { externalKey: null, changed: { lastName: 'Quill' }, version: 0, elements: ['lastName'] },
  }),
  updateForm: ({ applicationNo }) => ({
    params: { code: 'question' },
    body: { externalKey: applicationNo, changed: { externalOpenLoans: '1' }, version: 1 },
  }),
  withdrawApplication: ({ loanNo }) => ({ body: { loanNo } }),
  listRequestedDocument: ({ loanNo }) => ({ query: { loanNo } }),
  uploadRequestedDocument: ({ loanNo }) => ({ body: { loanNo, requestNo: 1 } }),
  requestDocuments: ({ loanNo }) => ({
    body: { loanNo, documentTypes: [101], note: 'We need to see who you are.', answerBy: '2026-03-20' },
  }),
  listDocumentRequest: ({ loanNo }) => ({ query: { loanNo } }),
  documentRequestFile: ({ loanNo }) => ({ params: { loanNo, documentNo: 'D000000001' } }),
  acceptDocument: ({ loanNo }) => ({ body: { loanNo, requestNo: 1, note } }),
  refuseDocument: ({ loanNo }) => ({ body: { loanNo, requestNo: 1, reason: 'unreadable', note } }),
  batchSaveConsentStatus: () => ({
    body: { consents: [{ kind: 'marketingCallsAndTexts', version: 3, given: true }] },
  }),
  checkConsentStatus: () => ({}),
  getConsentTemplate: () => ({ query: query118 }),
  checkCoupon: ({ loanNo }) => ({ query: { couponCode: 'WELCOME', loanNo } }),
  couponApply: ({ loanNo }) => ({ body: { loanNo, couponCode: 'WELCOME' } }),
  couponList: () => ({}),
  couponRemove: ({ loanNo }) => ({ body: { loanNo, couponCode: 'WELCOME' } }),
  calculateQualifiedAmount: ({ applicationNo }) => ({ body: { applicationNo } }),
  checkBlackList: () => ({}),
  checkRiskInfo: ({ loanNo }) => ({ query: { loanNo } }),
  cancelLoan: ({ borrower: { loanNo } }) => ({ body: { loanNo, mode: 0 } }),
  disbursementDate: ({ loanNo }) => ({ body: { loanNo, date: '2026-03-09' } }),
  listDisbursementLoan: () => ({}),
  paperCheck: ({ loanNo }) => ({ body: { loanNo, addressConfirmed: true } }),
  repairBank: ({ borrower: { loanNo } }) => ({
    body: { loanNo, routingNumber: '123456780', accountNumber: '000111222333', accountType: 3001 },
  }),
  documentFile: ({ signing: { details } }) => ({ params: { documentNo: details.proofDocumentNo } }),
  documentList: ({ loanNo }) => ({ query: { loanNo } }),
  verifyDocument: () => ({ body: {} }),
  authenticateIdentity: ({ resource }) => ({
    body: { resource, ssnLast4: '1000', birthDate: ANSWERS.personal.birthDate },
  }),
  authenticator: () => ({ body: { step: 'start', password: PASSWORD } }),
  changePassword: () => ({ body: { currentPassword: PASSWORD, newPassword: 'Correct-Horse-8' } }),
  createAccount: async (scene) => ({
    body: { resource: await accountLink(scene), password: PASSWORD, name, consents: [] },
  }),
  endSession: () => ({ body: { which: 'others', currentPassword: PASSWORD } }),
  extendSession: () => ({ body: {} }),
  getPersonalInfo: () => ({}),
  listSession: () => ({}),
  parseLinkResource: async (scene) => ({ query: { resource: await accountLink(scene) } }),
  recordsProof: async (scene) => ({ query: { resource: await accountLink(scene) } }),
  resendVerificationCode: async (scene) => ({ body: { sessionId: (await codeStep(scene)).sessionId } }),
  resetPassword: async (scene) => ({
    body: { resource: await resetLink(scene), password: 'Correct-Horse-9' },
  }),
  sendContactCode: () => ({ body: { contactType: 3 } }),
  sendCreateAccountEmail: () => ({ body: { portfolioId: 118, email: freshEmail(), createAccountType: 2 } }),
  sendForgotPasswordEmail: ({ ownerEmail }) => ({ body: { portfolioId: 118, email: ownerEmail } }),
  signIn: ({ ownerEmail }) => ({
    body: { portfolioId: 118, account: ownerEmail, password: PASSWORD, device },
  }),
  signOut: () => ({ body: { everywhere: false } }),
  verifyContact: () => ({ body: { contactType: 3, code: '000000' } }),
  verifyLoginCode: async (scene) => ({ body: { ...(await codeStep(scene)), rememberDevice: false } }),
  listMessage: () => ({ query: {} }),
  sendMessage: ({ loanNo }) => ({ body: { text: 'When will it arrive?', loanNo } }),
  readMessage: () => ({ body: { thread: 'account', through: 'M0000000001' } }),
  listConversation: () => ({ query: {} }),
  showConversation: ({ owner }) => ({ params: { openId: owner.openId }, query: {} }),
  answerMessage: ({ owner }) => ({ body: { openId: owner.openId, text: 'It left our bank today.' } }),
  listWorkItem: () => ({ query: {} }),
  countWorkItem: () => ({ query: {} }),
  showWorkItem: () => ({ params: { workItemNo: 'W000000001' } }),
  takeNextWorkItem: () => ({ body: { portfolioId: 118 } }),
  releaseWorkItem: () => ({ body: { workItemNo: 'W000000001' } }),
  takeWorkItem: () => ({ body: { workItemNo: 'W000000001' } }),
  closeWorkItem: () => ({ body: { workItemNo: 'W000000001', reason: note } }),
  showSystem: () => ({ query: {} }),
  retryJob: () => ({ body: { jobId: '00000000-0000-4000-8000-000000000000' } }),
  exportWorkItem: () => ({ query: {} }),
  exportApproval: () => ({ query: {} }),
  exportReview: () => ({ query: {} }),
  exportConversation: () => ({ query: {} }),
  exportBankFile: () => ({ query: { portfolioId: 118, day: '2026-03-03' } }),
  ...CUSTOMER_FILE_EXAMPLES,
  ...PRIVACY_EXAMPLES,
  ...STATEMENT_EXAMPLES,
  settleMessage: ({ owner }) => ({ body: { openId: owner.openId } }),
  allowContact: () => ({ body: { optOut: 'operation' } }),
  enterOptOut: ({ ownerEmail }) => ({
    body: { portfolioId: 118, account: ownerEmail, optOut: 'operation', note },
  }),
  giveEmail: () => ({ body: { email: 'else@example.com' } }),
  listUndeliveredNotice: () => ({ query: { portfolioId: 118 } }),
  retryNotice: () => ({ body: { portfolioId: 118 } }),
  listPaperNotice: () => ({ query: { portfolioId: 118 } }),
  printPaperNotice: () => ({ body: { portfolioId: 118, noticeNos: ['AAAAAAAAAAAAAAAAAAAAAA'] } }),
  markPaperNotice: () => ({ body: { portfolioId: 118, noticeNos: ['AAAAAAAAAAAAAAAAAAAAAA'] } }),
  noticeList: ({ loanNo }) => ({ query: { loanNo } }),
  approveLoan: ({ loanNo }) => ({ body: { loanNo, note } }),
  collectLoan: ({ borrower: { loanNo } }) => ({ body: { loanNo, subStatus: 'notified', note } }),
  previewDecline: ({ loanNo }) => ({ body: { loanNo, reasonCodes: ['income'] } }),
  declineLoan: ({ loanNo }) => ({ body: { loanNo, reasonCodes: ['income'], note } }),
  previewCounter: ({ loanNo }) => ({ body: { loanNo, ...COUNTER } }),
  counterLoan: ({ loanNo }) => ({ body: { loanNo, ...COUNTER, note } }),
  reverseEntry: ({ borrower: { loanNo } }) => ({
    body: { loanNo, transactionNo: 'T999999999', reason: 'duplicate', foundAt: null, note },
  }),
  sendPrenote: ({ borrower: { loanNo } }) => ({ body: { loanNo, note } }),
  resolveException: () => ({ body: { act: 'ignore', workItemNo: 'W999999999', note } }),
  importReturn: () => ({ body: query118 }),
  listBankEntry: () => ({ query: { ...query118, day: '2026-03-16' } }),
  listBankFile: () => ({ query: { ...query118, day: '2026-03-16' } }),
  retryBankEntry: () => ({ body: { workItemNo: 'W000000001' } }),
  listVersion: () => ({ query: { ...query118, kind: 'form' } }),
  loanTimeline: ({ loanNo }) => ({ params: { loanNo } }),
  manualPosting: ({ borrower: { loanNo } }) => ({
    body: {
      loanNo,
      kind: 'receipt',
      changeTypeCode: 0,
      amount: '10.00',
      effectiveDate: '2026-03-05',
      transactionNo: null,
      installmentNo: null,
      paymentMode: PaymentMode.moneyOrder,
      note,
    },
  }),
  passOnLoan: ({ loanNo }) => ({ body: { loanNo, to: 'agentReview', note } }),
  publishVersion: () => ({
    body: {
      portfolioId: 118,
      kind: 'policy',
      key: 'policy',
      baseVersion: 0,
      content: {},
      note,
      mode: 'check',
    },
  }),
  reviewQueue: () => ({ query: {} }),
  runBatch: () => ({ body: { portfolioId: 118 } }),
  returnRate: () => ({ query: query118 }),
  runSettlement: () => ({ body: { portfolioId: 118 } }),
  exportRecords: ({ loanNo }) => ({ body: { loanNo } }),
  eligibilityResults: ({ borrower: { loanNo } }) => ({ params: { loanNo } }),
  verifyLedgers: () => ({ query: query118 }),
  searchAudit: ({ loanNo }) => ({ body: { portfolioId: 118, loanNo } }),
  ...STAFF_DOOR_EXAMPLES,
  listEmployee: () => ({}),
  inviteEmployee: () => ({
    body: { kind: 'new', name: 'Grace Example', email: freshEmail(), roles: [supportRole] },
  }),
  readStaffAccount: () => ({}),
  listSavedView: () => ({}),
  saveView: () => ({ body: { list: 'work', name: 'Returns', search: 'kind=unmatchedReturn' } }),
  renameView: () => ({ body: { list: 'work', name: 'Returns', newName: 'Unmatched' } }),
  removeView: () => ({ body: { list: 'work', name: 'Unmatched' } }),
  askStaffProof: () => ({ body: {} }),
  beginPasskey: () => ({ body: { proof: passkeyProof } }),
  addPasskey: () => ({
    body: { challengeId: 'c'.repeat(22), name: 'Second key', response: passkeyRegistration },
  }),
  removePasskey: () => ({ body: { factorId: 'f', proof: passkeyProof } }),
  listApproval: () => ({ query: {} }),
  showApproval: () => ({ params: { approvalNo } }),
  beginConfirmation: () => ({ body: { approvalNo, digest: ACT_DIGEST } }),
  confirmApproval: () => ({
    body: { approvalNo, digest: ACT_DIGEST, challengeId: 'c'.repeat(22), response: passkeyAnswer },
  }),
  answerApproval: () => ({ body: { approvalNo, answer: 'return', note } }),
  enterApprovalAgain: () => ({ body: { approvalNo } }),
  enrollFirstAdministrator: () => ({
    body: { name: 'Ada Example', email: 'ada@lender.example', ticket: 'none' },
  }),
  changeEmployee: () => ({ body: { employeeId: 'no-one', change: 'suspend', note } }),
  changeRole: () => ({ body: { act: 'enter', employeeId: 'no-one', role: supportRole } }),
  readClock: () => ({ query: {} }),
  listBankDirectory: () => ({}),
  importBankDirectory: () => ({ body: { mode: 'check' } }),
  addHoliday: () => ({ body: { date: '2031-10-22', name: 'National Day of Mourning' } }),
  moveClock: () => ({ body: { to: 'later', seconds: 1 } }),
  verifyLedger: ({ borrower: { loanNo } }) => ({ params: { loanNo } }),
  terminateLoan: ({ borrower: { loanNo } }) => ({ body: { loanNo, subStatus: 'paidOff', note } }),
  stopDebit: ({ borrower: { loanNo } }) => ({ body: { loanNo, installmentNo: 1, note } }),
  revokeAuthorization: ({ borrower: { loanNo } }) => ({ body: { loanNo, note } }),
  suspendLoan: ({ borrower: { loanNo } }) => ({ body: { loanNo, subStatus: null, note } }),
  calculatePaymentSchedule: ({ loanNo }) => ({ body: { mode: 1, loanNo, terms } }),
  compareTransactionFee: ({ loanNo }) => ({ body: { loanNo, planA: 'current', planB: 'current' } }),
  getPaymentOption: ({ loanNo }) => ({ query: { loanNo } }),
  getSimulatedData: () => ({
    body: {
      portfolioId: 118,
      amount: '500.00',
      frequency,
      number: 6,
      state: 'DE',
      payday: '2026-03-13',
    },
  }),
  savePaymentOption: ({ loanNo }) => ({ body: { loanNo, terms } }),
  assistantGetPortfolio: () => ({ query: query118 }),
  getPortfolioByDomain: () => ({ query: { domain: 'localhost' } }),
  getPortfolioId: ({ resource }) => ({ body: { resource } }),
  getPortfolioProgram: () => ({ query: query118 }),
  getPortfolio: () => ({ query: {} }),
  listPortfolio: () => ({}),
  assistantDateFormat: () => ({}),
  assistantGetBankInfo: () => ({ query: { rn: '123456780' } }),
  availableDate: () => ({ query: { ...query118, kind: 'disbursement' } }),
  configDateFormat: () => ({}),
  countdownSameDay: () => ({ query: query118 }),
  getBankInfo: ({ loanNo }) => ({ query: { loanNo } }),
  getDefaultDisbursementDate: () => ({ query: query118 }),
  getDomainValue: () => ({ query: { code: 'usState' } }),
  getFutureDate: () => ({ query: { date: '2026-03-03', days: 3 } }),
  getHoliday: () => ({ query: { years: '2026' } }),
  getNextBusinessDay: () => ({ query: { date: '2026-03-03' } }),
  authorization: ({ borrower: { loanNo } }) => ({
    body: { loanNo, version: 3, mark: { kind: 'typed', text: 'Jordan Sample' } },
  }),
  cancelChange: () => ({ params: { changeNo: 'C1' }, body: {} }),
  listChange: ({ borrower: { loanNo } }) => ({ query: { loanNo } }),
  listRepaymentLoan: () => ({}),
  payFixedAmount: ({ borrower: { loanNo } }) => ({ body: { ...change, loanNo, amount: '100.00' } }),
  payOffInN: ({ borrower: { loanNo } }) => ({ body: { ...change, loanNo, number: 2 } }),
  payOff: ({ borrower: { loanNo } }) => ({ body: { ...change, loanNo, date: '2026-03-06' } }),
  paymentDetail: ({ borrower: { loanNo } }) => ({ query: { loanNo } }),
  requestChange: ({ borrower: { loanNo } }) => ({
    params: { changeTypeCode: '103' },
    body: { ...change, loanNo, amount: '50.00', date: '2026-03-06' },
  }),
  recordBusinessData: () => ({ body: { event: 'pageSeen', payload: { page: '/home' } } }),
  saveBehaviorRecord: ({ api }) => ({
    body: {
      records: [
        {
          source: 'home',
          event: 'page',
          route: '/home',
          name: '/home',
          value: null,
          at: api.clock.now().toISOString(),
        },
      ],
    },
  }),
  createRequestCode: ({ loanNo }) => ({ body: { loanNo, purpose: 'signature' } }),
  getProvider: () => ({ query: query118 }),
  listInstitution: ({ loanNo }) => ({ query: { loanNo } }),
  getRequestDetails: ({ signing: { requestCode } }) => ({ query: { requestCode } }),
  getRequestStatus: ({ bankRequest }) => ({ query: { requestCode: bankRequest } }),
  uploadBankStatement: ({ loanNo }) => ({ body: { loanNo } }),
  showStatementColumns: ({ askedRequest }) => ({ query: { requestCode: askedRequest } }),
  saveStatementColumns: ({ askedRequest }) => ({ body: { requestCode: askedRequest, columns: null } }),
  changeAccount: ({ ownerEmail }) => ({
    body: { portfolioId: 118, account: ownerEmail, change: 'activate', note },
  }),
  allowAccount: ({ loanNo }) => ({ body: { loanNo, note } }),
  showBankLink: ({ loanNo }) => ({ query: { loanNo } }),
  issueCoupon: ({ owner }) => ({ body: { openId: owner.openId, couponCode: 'WELCOME' } }),
  listCoupon: () => ({ query: {} }),
  replayDecision: ({ loanNo }) => ({ query: { loanNo } }),
  dryRunPolicy: () => ({ body: { portfolioId: 118, policy: {} } }),
  checkPortfolio: () => ({ body: { portfolioId: 999, files: [{ file: 'portfolio.json', content: {} }] } }),
  previewPortfolio: () => ({ body: { portfolioId: 999, releaseNo: 1 } }),
  releasePortfolio: () => ({ body: { portfolioId: 999, act: 'rollBack', note } }),
  listReleases: () => ({ query: query118 }),
  explainDecision: ({ loanNo }) => ({ params: { id: loanNo } }),
}
