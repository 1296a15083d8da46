import { LoanStatus } from '@dolphin/domain/loans/codes'
import {
  TransactionType,
  TransactionMode,
  TransactionStatus,
  SENT_STATUSES,
  SETTLED_STATUSES,
} from '@dolphin/domain/payments/codes'
import { type Executor, sqlRunnerOf } from '@dolphin/database/driver/executor'
import type { LoanScope, MoneyRule, Violation } from './money-rows.ts'

/** A question to the database whose every row is a violation. */
interface Question {
  readonly rule: MoneyRule
  readonly words: string
  /** `only`: keeps a column of loan numbers to those that are looked at. */
  readonly rows: (only: Only) => string
}

type Only = (column: string) => string

const QUESTIONS: readonly Question[] = [
  {
    rule: 'I1',
    words: 'a posting does not balance, or has lost an entry',
    rows: (only) => `select p.loan_no, p.sequence::text as what from ledger_postings p
      left join ledger_entries e using (portfolio_id, loan_no, sequence) where ${only('p.loan_no')}
      group by p.portfolio_id, p.loan_no, p.sequence, p.entry_count
      having coalesce(sum(e.amount), 0) <> 0 or count(e.line) <> p.entry_count`,
  },
  {
    rule: 'I1',
    words: 'the book does not come to zero',
    rows: (only) => `select null as loan_no, sum(amount)::text as what from ledger_entries
      where ${only('loan_no')} having sum(amount) <> 0`,
  },
  {
    rule: 'I2',
    words: 'money was moved and that was never booked',
    rows: (
      only,
    ) => `select t.loan_no, t.transaction_no || ' without ' || must.kinds[1] as what from transactions t
      join (values (${TransactionType.credit}, array[${SENT_STATUSES.join(', ')}], array['disbursementSent']),
          (${TransactionType.credit}, array[${SETTLED_STATUSES.join(', ')}], array['disbursementSettled']),
          (${TransactionType.debit}, array[${SETTLED_STATUSES.join(', ')}], array['paymentReceived', 'cancelled'])) as must (type, statuses, kinds)
        on t.type = must.type and t.status = any(must.statuses) and (t.type = ${TransactionType.credit} or t.purpose <> 'reversal')
      where ${only('t.loan_no')} and not exists (select from ledger_postings p
        where p.portfolio_id = t.portfolio_id and p.loan_no = t.loan_no
          and p.cause in (select kind || '/' || t.transaction_no from unnest(must.kinds) as kind))`,
  },
  {
    rule: 'I3',
    words: 'an instruction has made two transactions',
    rows: (only) => `select min(loan_no) as loan_no, instruction_key as what from transactions
      where ${only('loan_no')} group by portfolio_id, instruction_key having count(*) > 1`,
  },
  {
    rule: 'I3',
    words: 'a number was given to two transactions',
    rows: (only) => `select min(loan_no) as loan_no, transaction_no as what from transactions
      where ${only('loan_no')} group by portfolio_id, transaction_no having count(*) > 1`,
  },
  {
    rule: 'I3',
    words: 'a trace number was given twice',
    rows: (
      only,
    ) => `select min(loan_no) as loan_no, trace_number as what from transactions where trace_number is not null
      and ${only('loan_no')} group by portfolio_id, trace_number having count(*) > 1`,
  },
  {
    rule: 'I3',
    words: 'a transaction stands in two entries of files',
    rows: (only) => `select min(t.loan_no) as loan_no, e.transaction_no as what from ach_entries e
      join transactions t using (portfolio_id, transaction_no) where ${only('t.loan_no')}
      group by e.portfolio_id, e.transaction_no having count(*) > 1`,
  },
  {
    rule: 'I3',
    words: 'a transaction of ACH is with the bank and in no file, or its entry says something else',
    rows: (only) => `select t.loan_no, t.transaction_no as what from transactions t
      left join ach_entries e using (portfolio_id, transaction_no)
      where t.mode = ${TransactionMode.ach} and ${only('t.loan_no')} and (t.status in (${SENT_STATUSES.join(', ')}) or t.trace_number is not null)
        and (e.trace_number is distinct from t.trace_number or e.amount is distinct from t.amount)`,
  },
  {
    rule: 'I3',
    words: 'a file carries other entries than it was cut with',
    rows: (only) => `select null as loan_no, f.file_no as what from ach_files f
      left join ach_entries e using (portfolio_id, file_no) where ${only('')}
      group by f.portfolio_id, f.file_no, f.entry_count, f.debit_total, f.credit_total
      having count(e.transaction_no) + (select count(*) from loan_accounts a where a.portfolio_id = f.portfolio_id
          and a.prenote_file_no = f.file_no) + (select count(*) from dishonored_returns d
          where d.portfolio_id = f.portfolio_id and d.file_no = f.file_no) <> f.entry_count
        or coalesce(sum(e.amount), 0) + (select coalesce(sum(d.amount), 0) from dishonored_returns d
          where d.portfolio_id = f.portfolio_id and d.file_no = f.file_no) <> f.debit_total + f.credit_total`,
  },
  {
    rule: 'I3',
    words: 'a return is sent back twice, or with the trace number of another entry',
    rows: (only) => `select min(loan_no) as loan_no, trace_number as what from dishonored_returns d
      where trace_number is not null and ${only('loan_no')}
      group by portfolio_id, trace_number having count(*) > 1
        or exists (select from transactions t where t.portfolio_id = d.portfolio_id
          and t.trace_number = d.trace_number)`,
  },
  {
    rule: 'I3',
    words: 'a prenote has the trace number of a transaction, or of another prenote',
    rows: (only) => `select min(loan_no) as loan_no, prenote_trace as what from loan_accounts a
      where prenote_trace is not null and ${only('loan_no')}
      group by portfolio_id, prenote_trace having count(*) > 1
        or exists (select from transactions t where t.portfolio_id = a.portfolio_id
          and t.trace_number = a.prenote_trace)`,
  },
  {
    rule: 'I5',
    words: 'two changes are open',
    rows: (
      only,
    ) => `select loan_no, string_agg(change_no, ' ') as what from loan_changes where status = 'open' and ${only('loan_no')}
      group by portfolio_id, loan_no having count(*) > 1`,
  },
  {
    rule: 'I5',
    words: 'two debits of changes are planned or on their way that pay off or pay down',
    rows: (only) => `select loan_no, string_agg(transaction_no, ' ') as what from transactions
      where purpose in ('payOff', 'payDown', 'payNow') and type = ${TransactionType.debit} and status in (${TransactionStatus.none}, ${TransactionStatus.pending}) and ${only('loan_no')}
      group by portfolio_id, loan_no having count(*) > 1`,
  },
  {
    rule: 'I5',
    words: 'the plan that holds is not the one that the loan names',
    rows: (
      only,
    ) => `select l.loan_no, l.plan_no as what from loans l where l.effective_date is not null and ${only('l.loan_no')}
      and (select array_agg(p.plan_no) from payment_plans p where p.portfolio_id = l.portfolio_id
        and p.loan_no = l.loan_no and p.superseded_at is null) is distinct from array[l.plan_no]`,
  },
  {
    rule: 'I5',
    words: 'a change was taken back after the last moment to do so',
    // One that another change took the place of, in the same transaction, was not taken back; nor one of a loan whose
    // credit came back then.
    rows: (only) => `select loan_no, change_no as what from loan_changes c
      where status = 'cancelled' and plan_no is not null and closed_at >= cut_off_at and ${only('loan_no')}
        and not exists (select 1 from loan_changes later where later.portfolio_id = c.portfolio_id
          and later.loan_no = c.loan_no and later.requested_at = c.closed_at and later.change_no <> c.change_no)
        and not exists (select 1 from transactions t where t.portfolio_id = c.portfolio_id and t.loan_no = c.loan_no
          and t.purpose = 'disbursement' and t.returned_on is not null and t.updated_at = c.closed_at)`,
  },
  {
    rule: 'I5',
    words: 'a payoff left payments in the schedule that come after it',
    rows: (only) => `select c.loan_no, i.number::text as what from loan_changes c
      join installments i on i.portfolio_id = c.portfolio_id and i.plan_no = c.plan_no
      where c.change_type = 101 and c.status = 'done' and c.transaction_no is not null and (i.flags & 5) = 0
        and i.due_date > c.closed_at::date and ${only('c.loan_no')}`,
  },
  {
    rule: 'I5',
    words: 'a loan that has ended has a debit planned',
    rows: (only) => `select l.loan_no, t.transaction_no as what from loans l
      join transactions t using (portfolio_id, loan_no)
      where l.status in (${LoanStatus.withdrawn}, ${LoanStatus.terminated}) and t.type = ${TransactionType.debit} and t.status in (${TransactionStatus.none}, ${TransactionStatus.pending}) and ${only('l.loan_no')}`,
  },
  {
    rule: 'I6',
    words: 'a debit was sent without an allowed result',
    rows: (only) => `select t.loan_no, t.transaction_no as what from ach_entries e
      join transactions t using (portfolio_id, transaction_no)
      where t.type = ${TransactionType.debit} and t.purpose <> 'reversal' and ${only('t.loan_no')} and not exists (select from guard_decisions g
        where g.portfolio_id = t.portfolio_id and g.transaction_no = t.transaction_no and g.allowed)`,
  },
]

/** All questions in one statement, for a trip to the database costs more than most of their answers. */
function textOf(only: Only): string {
  const parts = QUESTIONS.map(
    ({ rows }, number) =>
      `select ${number} as number, loan_no, what from (${rows(only)}) as question_${number}`,
  )
  return `${parts.join('\nunion all\n')}\norder by number`
}

const OF_ALL_LOANS = textOf(() => 'true')
const OF_THESE_LOANS = textOf((column) => (column === '' ? 'true' : `${column} = any($1::text[])`))

interface Answer {
  readonly number: number
  readonly loan_no: string | null
  readonly what: string
}

/** What the database can say by itself: nothing twice, nothing lost, nothing unbalanced. */
export async function storedOnceViolations(executor: Executor, scope: LoanScope): Promise<Violation[]> {
  const runner = sqlRunnerOf(executor)
  const { rows } = await (scope === undefined
    ? runner.executeNamed(OF_ALL_LOANS, [])
    : runner.executeNamed(OF_THESE_LOANS, [[...scope]]))
  return (rows as Answer[]).flatMap(({ number, loan_no: loanNo, what }) => {
    const question = QUESTIONS[number]
    return question === undefined
      ? []
      : [{ rule: question.rule, loanNo, words: `${question.words}: ${what}` }]
  })
}
