/** Rows of a customer, whose key is the customer's own name. */
const OF_CUSTOMER = [
  'consents_given, contacts, coupon_grants, customer_notes, customers, data_requests, find_tokens, recovery_codes',
  'secure_messages, suspended_addresses, ticket_counters, tickets, trusted_devices',
].flatMap((line) => line.split(', '))

/** Rows of a loan, and of notices and reports about one: they keep the key that the loan was begun with. */
const OF_LOAN = [
  'account_entries, ach_entries, application_sections, applications, business_events, ceremonies, coupon_redemptions',
  'debit_authorizations, decisions, delivery_events, document_requests, documents, guard_decisions, ibv_reports, ibv_requests',
  'installments, ledger_entries, ledger_postings, legal_facts, loan_accounts, loan_changes, loan_history, loans, mails, manual_postings, outbox',
  'paper_notices, payment_plans, risk_reports, transaction_history, transactions',
].flatMap((line) => line.split(', '))

/** Tables that are spread by customer, and the column that says where a row lies. docs/decisions/customer-key.md */
export const BY_CUSTOMER: ReadonlyMap<string, string> = new Map([
  ...OF_CUSTOMER.map((table) => [table, 'open_id'] as const),
  ...OF_LOAN.map((table) => [table, 'customer_key'] as const),
])

/** Found by a token that only its holder knows, before the owner is known: distributed by that token. */
export const BY_TOKEN: ReadonlyMap<string, string> = new Map([
  ['login_codes', 'flow_id'],
  ['sessions', 'token_hash'],
])
