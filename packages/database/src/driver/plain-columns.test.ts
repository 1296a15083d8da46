import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { expect, test } from 'vitest'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { snakeCase } from './snake-case.ts'

const SCHEMA = fileURLToPath(new URL('../schema/', import.meta.url))
/** What makes a table a customer's. */
const OWNED = /\b(openId|loanNo|customerKey|applicationNo|requestCode): /
/** Words and JSON that are neither sealed, nor a digest, nor of a list of the domain’s (`$type`). */
const WORDS = /(\w+): (?:text|jsonb)\(\)(?!\.\$type<(?!Facts|Readonly|Evidence|unknown))/g
/** Numbers of ours and of banks, names of rows, of codes and of who acted. */
const CODES =
  /(No|NoBefore|Id|Key|Code|Hash|Trace|TraceNumber|Version|Modifier|By|Token|Reference|Factor|Session)$|^(actor|author|code|key|kind|event|source|status|provider|traceNumber)$/

/** Words that may stand plain in a row of a customer's, each with why. */
const PLAIN: Readonly<Record<string, string>> = {
  'account_entries.cause': 'names what asks for the entry',
  'ach_inbox_entries.addenda': 'what the bank says of an entry, account numbers masked',
  'ach_inbox_entries.bank_date': 'a day',
  'approvals.about': 'an employee',
  'approvals.again_of': 'a number of ours',
  'approvals.authenticator_data': 'of the passkey that confirmed',
  'approvals.client_data': 'of the passkey that confirmed',
  'approvals.nonce': 'of the passkey that confirmed',
  'approvals.origin': 'of the desk',
  'approvals.signature': 'of the passkey that confirmed',
  'approvals.subject': 'numbers of ours',
  'approvals.title': 'says which act it is; the program’s words',
  'business_events.payload': 'what a page reports of itself, without personal data',
  'coupon_redemptions.benefit': 'amounts',
  'debit_authorizations.revoked_for': 'a return code or the number of a change',
  'decisions.outcome': 'a code',
  'dishonored_returns.bank_date': 'a day',
  'dishonored_returns.ended_for': 'a code',
  'documents.evidence': 'digests, numbers and figures of a file',
  'documents.media_type': 'a code',
  'documents.title': 'the program’s words for its kind',
  'employee_mirrors.reason': 'stands in the audit of the customer, too, which is kept; gone within two days',
  'guard_decisions.facts': 'amounts and codes',
  'guard_decisions.rule': 'a code',
  'guard_decisions.words': 'the program’s words',
  'ibv_links.link_url': 'a link without a secret of ours, dead within the hour',
  'ibv_links.return_url': 'a page of ours',
  'ibv_requests.institution': 'a bank’s name: many people’s',
  'ledger_entries.account': 'an account of the books',
  'ledger_postings.cause': 'names what it books',
  'loan_changes.request': 'amounts, days and codes',
  'loan_changes.result': 'amounts, days and codes',
  'loan_directory.under_way_of': 'the key of a customer or the number of an application',
  'loan_history.cause': 'the program’s words',
  'manual_postings.details': 'amounts, days and codes',
  'payment_plans.apr': 'a rate',
  'payment_plans.disclosure': 'amounts and rates',
  'sandbox_bank_sessions.return_url': 'a page of ours',
  'sandbox_bank_sessions.shared_accounts': 'sealed one by one (sandbox-bank-store)',
  'sessions.browser': 'of a short list',
  'sessions.system': 'of a short list',
  'tickets.data': 'numbers and codes',
  'transaction_history.cause': 'the program’s words',
  'work_items.closed_for': 'the program’s words',
  'work_items.concerns': 'numbers of loans',
  'work_items.facts': 'without names and account numbers',
  'work_items.outcome_note': 'without names and account numbers',
  'work_items.reason': 'the program’s words',
  'work_items.subject': 'a number of ours',
}

/** "table.column" of every column of a customer's table in which words stand plain. */
function plainInSchema(): string[] {
  return readdirSync(SCHEMA).flatMap((file) => {
    const [, ...tables] = readFileSync(`${SCHEMA}${file}`, 'utf8').split(/pgTable\(\s*/)
    return tables
      .filter((text) => OWNED.test(text))
      .flatMap((text) => {
        const [, plain, stored] = /^(?:'(\w+)'|STORED_NAMES\.table\.(\w+))/.exec(text) ?? []
        const name = plain ?? STORED_NAMES.table[stored as keyof typeof STORED_NAMES.table]
        return [...text.matchAll(WORDS)]
          .map(([, column = '']) => column)
          .filter((column) => !CODES.test(column))
          .map((column) => `${name}.${snakeCase(column)}`)
      })
  })
}

test('words about a customer are sealed, or listed with why they stand plain (docs/decisions/record-keys.md)', () => {
  const sealed = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`))
  const plain = plainInSchema()
  expect(plain).toContain('mails.subject')
  expect(plain.filter((column) => !sealed.has(column)).toSorted()).toEqual(Object.keys(PLAIN).toSorted())
})
