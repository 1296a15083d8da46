import { createHash, randomUUID } from 'node:crypto'

const PORTFOLIO = 118
/** As hash-chain.ts has it. */
const CHAIN_START = ''
const PAGE = 50
const QUEUE_PAGE = 101

const AUTHORITY = `select * from employee_sessions s join employees e on e.employee_id = s.employee_id
  left join employee_roles r on r.employee_id = s.employee_id where s.token_hash = $1`
const COUNTED = `insert into rate_limits (key, window_ends_at, count) values ($1, now() + interval '1 hour', 1)
  on conflict (key) do update set count = rate_limits.count + 1 returning count`
const LAST_EVENT = `select sequence, hash from audit_events where portfolio_id = $1 and subject = $2
  order by sequence desc limit 1`
const ADD_EVENT = `insert into audit_events (portfolio_id, subject, sequence, action, actor, facts, at, previous_hash, hash)
  values ($1, $2, $3, 'bareRead', 'employee:bare', '{}', now(), $4, $5)`

const OF_LOAN = 'portfolio_id = $1 and loan_no = $2'
const OF_CUSTOMER = 'portfolio_id = $1 and open_id = $2'

/** What a file shows of one loan. */
const MONEY = [
  'payment_plans',
  'installments',
  'transactions',
  'loan_accounts',
  'account_entries',
  'documents',
].map((table) => `select * from ${table} where ${OF_LOAN}`)
const REPORT = `select * from ibv_reports where ${OF_LOAN} order by received_at desc limit 1`
const OPEN_WORK = `select * from work_items where ${OF_LOAN} and closed_at is null`

/** The newest records of a loan, and of its customer. */
const RECORDS_OF_LOAN = [
  `select h.* from transaction_history h join transactions t on t.portfolio_id = h.portfolio_id
    and t.transaction_no = h.transaction_no and t.customer_key = h.customer_key
    where t.portfolio_id = $1 and t.loan_no = $2 order by h.at desc limit ${PAGE}`,
  `select * from audit_events where portfolio_id = $1 and subject = $2 order by sequence desc limit ${PAGE}`,
  `select * from guard_decisions where ${OF_LOAN} order by at desc limit ${PAGE}`,
  `select * from loan_history where ${OF_LOAN} order by at desc limit ${PAGE}`,
  `select * from outbox where ${OF_LOAN} order by created_at desc limit ${PAGE}`,
  `select * from work_items where ${OF_LOAN} order by since desc limit ${PAGE}`,
  `select * from decisions where ${OF_LOAN} order by decided_at desc limit ${PAGE}`,
  `select * from documents where ${OF_LOAN} order by created_at desc limit ${PAGE}`,
]
const RECORDS_OF_CUSTOMER = [
  `select * from customer_notes where ${OF_CUSTOMER} order by note_no desc limit ${PAGE}`,
  `select * from secure_messages where ${OF_CUSTOMER} order by message_no desc limit ${PAGE}`,
]

/** Where each kind of number stands; what is sealed is found by its token. */
const NUMBERS = {
  'loan number': [`select open_id from loans where portfolio_id = $1 and loan_no = $2`, 'loanNo'],
  'application number': [
    `select open_id from loans where portfolio_id = $1 and application_no = $2`,
    'applicationNo',
  ],
  'transaction number': [
    `select open_id from transactions where portfolio_id = $1 and transaction_no = $2`,
    'transactionNo',
  ],
  'trace number': [
    `select open_id from transactions where portfolio_id = $1 and trace_number = $2`,
    'traceNumber',
  ],
  'account tail': [
    `select open_id from loan_accounts where portfolio_id = $1 and account_tail = $2 order by loan_no desc limit 21`,
    'accountTail',
  ],
}
const BY_TOKEN = `select open_id from find_tokens where portfolio_id = $1 and token = $2 order by open_id limit 21`

/**
 * What each call of the desk cannot do without, by a plain client with prepared statements: who asks, the rows of the
 * answer, and the lines of audit and limits that the call owes.
 */
export class BareDesk {
  #client
  #session
  #names = new Map()

  /** @param {import('pg').Client} client @param {string} session the digest of an employee's token */
  constructor(client, session) {
    this.#client = client
    this.#session = session
  }

  async #ask(text, ...values) {
    const name = this.#names.get(text) ?? `bare-${this.#names.size}`
    this.#names.set(text, name)
    return (await this.#client.query({ name, text, values })).rows
  }

  async #transaction(work) {
    await this.#ask('begin')
    await work()
    await this.#ask('commit')
  }

  async #note(subject) {
    const [last] = await this.#ask(LAST_EVENT, PORTFOLIO, subject)
    const hash = createHash('sha256').update(`${subject}${last?.sequence}`).digest('hex')
    await this.#ask(ADD_EVENT, PORTFOLIO, subject, (last?.sequence ?? 0) + 1, last?.hash ?? CHAIN_START, hash)
  }

  /** A search by one kind of what is known of a sample. */
  async find(kind, sample) {
    await this.#ask(AUTHORITY, this.#session)
    await this.#transaction(async () => {
      await this.#ask(COUNTED, 'bare/find')
      const [text, column] = NUMBERS[kind] ?? [BY_TOKEN, 'token']
      const value = column === 'token' ? sample.tokens[kind] : sample[column]
      const openIds = (await this.#ask(text, PORTFOLIO, value)).map((row) => row.open_id)
      await this.#note('read/bare-find')
      await this.#ask(
        'select * from customers where portfolio_id = $1 and open_id = any($2)',
        PORTFOLIO,
        openIds,
      )
      await this.#ask('select * from loans where portfolio_id = $1 and open_id = any($2)', PORTFOLIO, openIds)
    })
  }

  /** The head of a file. */
  async file({ openId, loanNo }) {
    await this.#begin(openId)
    for (const text of ['customers', 'contacts', 'loans'])
      await this.#ask(`select * from ${text} where ${OF_CUSTOMER}`, PORTFOLIO, openId)
    await this.#ask(RECORDS_OF_CUSTOMER[0], PORTFOLIO, openId)
    for (const text of [...MONEY, REPORT, OPEN_WORK]) await this.#ask(text, PORTFOLIO, loanNo)
  }

  /** The first page of a file's history. */
  async history({ openId, loanNo }) {
    await this.#begin(openId)
    for (const text of ['customers', 'loans'])
      await this.#ask(`select * from ${text} where ${OF_CUSTOMER}`, PORTFOLIO, openId)
    for (const text of RECORDS_OF_LOAN) await this.#ask(text, PORTFOLIO, loanNo)
    for (const text of RECORDS_OF_CUSTOMER) await this.#ask(text, PORTFOLIO, openId)
  }

  async #begin(openId) {
    await this.#ask(AUTHORITY, this.#session)
    await this.#transaction(() => this.#note(`read/bare/${openId}`))
  }

  /** A queue's first page. */
  async queue(kind) {
    await this.#ask(AUTHORITY, this.#session)
    await this.#ask(
      `select * from work_items where closed_at is null and kind = $1 order by due, work_item_no limit ${QUEUE_PAGE}`,
      kind,
    )
  }

  /** The next item of a queue, held. */
  async takeNext(kind) {
    await this.#ask(AUTHORITY, this.#session)
    const key = randomUUID()
    await this.#transaction(async () => {
      await this.#ask(
        `insert into idempotency_keys (owner, key, call, body_hash, created_at, expires_at)
         values ('bare', $1, 'takeNext', '', now(), now() + interval '1 day')`,
        key,
      )
      const [next] = await this.#ask(
        `select portfolio_id, work_item_no, loan_no from work_items where closed_at is null and kind = $1
           and (taken_at is null or taken_at <= now() - interval '15 minutes')
         order by due, work_item_no limit 1 for update skip locked`,
        kind,
      )
      await this.#ask(
        `update work_items set taken_by = 'employee:bare', taken_at = now()
         where portfolio_id = $1 and work_item_no = $2 returning *`,
        next.portfolio_id,
        next.work_item_no,
      )
      await this.#note(next.loan_no)
      await this.#ask(`update idempotency_keys set answer = $2 where owner = 'bare' and key = $1`, key, '{}')
    })
  }
}
