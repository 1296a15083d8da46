import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Database } from '@dolphin/database/driver/open'

/** Numbers, addresses and tokens by which rows are told apart; their twins' begin with this. */
const TWIN = 'T'
const FAR_SERIAL = 1_000_000
const OTHER_PORTFOLIO = 110

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly generated: boolean
  /** In a unique index. */
  readonly unique: boolean
  /** In a unique index that has no portfolio in it. */
  readonly alone: boolean
}

/** What two people may have alike though it looks like a number of their own. */
const SHARED =
  /^(section_key|coupon_code|return_code|object_key|terms_digest|kind|version|key|policy_version)$/
/** Where the newest counts, it is a twin. */
const NEWER = /^(created_at|granted_at|requested_at|received_at|reserved_at|opened_at|issued_at|decided_at)$/
const OWN_NUMBER = /(_no|_id|_code|_key|_hash|_index)$/

async function readColumns(database: Database): Promise<Column[]> {
  const { rows } = await database.executeSql(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      a.attgenerated <> '' as generated, coalesce(bool_or(i.indisunique), false) as unique,
      coalesce(bool_or(i.indisunique and not exists (
        select from pg_attribute p where p.attrelid = c.oid and p.attname = 'portfolio_id' and p.attnum = any(i.indkey)
      )), false) as alone
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname, a.attname, a.attnum, a.atttypid, a.attgenerated order by c.relname, a.attnum`)
  return rows as Column[]
}

const tablesOf = (columns: readonly Column[]): string[] => [...new Set(columns.map(({ table }) => table))]

/** The same number of another portfolio. */
function inOtherPortfolio({ name, type, alone }: Column): string {
  if (NEWER.test(name)) return `"${name}" + interval '1 second'`
  if (name === 'portfolio_id') return String(OTHER_PORTFOLIO)
  // A history that goes on elsewhere, so that its next number is another.
  if (name === 'sequence') return '"sequence" + 50'
  // One email has one customer at each portfolio, and the scene has somebody there.
  return alone || name === 'email_index' ? anew(name, type) : `"${name}"`
}

/** A neighbor at the same portfolio: all alike but the numbers. */
function ofNeighbor({ name, type, unique, alone }: Column): string {
  if (NEWER.test(name)) return `"${name}" + interval '1 second'`
  // The coupon's places count over all customers.
  if (name === 'place') return `"${name}" + ${FAR_SERIAL}`
  const isOwn = (unique || OWN_NUMBER.test(name)) && !SHARED.test(name)
  return isOwn && (type === 'text' || alone) ? anew(name, type) : `"${name}"`
}

const anew = (name: string, type: string): string =>
  type === 'text' ? `'${TWIN}' || "${name}"` : type === 'bigint' ? `"${name}" + ${FAR_SERIAL}` : `"${name}"`

/**
 * Gives every row of a portfolio two twins: one of the same numbers at the other portfolio, one of another customer at
 * the same. They come before their originals wherever the database reads in the order in which rows were written.
 */
export async function addTwins(database: Database, portfolioId: number): Promise<void> {
  const columns = await readColumns(database)
  const tables = tablesOf(columns).filter(
    (table) =>
      table !== 'resources' && columns.some((one) => one.table === table && one.name === 'portfolio_id'),
  )
  // Without triggers and foreign keys: twins of histories that may only grow, of ledgers that are whole already.
  const lines = ['set session_replication_role = replica']
  for (const table of tables) {
    const own = columns.filter((one) => one.table === table && !one.generated)
    const names = own.map(({ name }) => `"${name}"`).join(', ')
    const isPersonal = own.some((one) => one.unique && one.type === 'text' && !SHARED.test(one.name))
    const copies = (isPersonal ? [inOtherPortfolio, ofNeighbor] : [inOtherPortfolio]).map(
      (twin) =>
        `insert into "${table}" (${names}) overriding system value
          select ${own.map(twin).join(', ')} from twin_source where portfolio_id = ${portfolioId} on conflict do nothing`,
    )
    const back = `insert into "${table}" (${names}) overriding system value select ${names} from twin_source`
    lines.push(
      `create temp table twin_source as select * from "${table}"`,
      `delete from "${table}"`,
      // Whom twins may not displace comes first, then the twins, then their originals.
      `${back} where portfolio_id <> ${portfolioId}`,
      ...copies,
      `${back} where portfolio_id = ${portfolioId}`,
      'drop table twin_source',
    )
  }
  lines.push('set session_replication_role = origin')
  await database.executeSql(lines.join(';\n'))
}

/**
 * Seals the twins of mails as mails of their own: a seal is bound to its row, and who looks for a code in the mailbox opens
 * them all.
 */
export async function sealTwinMails(
  database: Database,
  cipher: FieldCipher,
  portfolioId: number,
): Promise<void> {
  const { rows } = await database.executeSql('select portfolio_id, mail_id, recipient, content from mails')
  await database.executeSql('set session_replication_role = replica')
  for (const row of rows as (Record<MailColumn, string> & { portfolio_id: number; mail_id: string })[]) {
    const placeOf = (portfolio: number, mailId: string) => (column: MailColumn) => ({
      table: 'mails',
      id: `${portfolio}/${mailId}`,
      column,
    })
    const own = placeOf(row.portfolio_id, row.mail_id)
    if (opens(cipher, own('recipient'), row.recipient)) continue
    const original = [row.mail_id, row.mail_id.slice(TWIN.length)]
      .map((mailId) => placeOf(portfolioId, mailId))
      .find((place) => opens(cipher, place('recipient'), row.recipient))
    if (original === undefined) throw new Error(`the twin ${row.mail_id} is of no mail`)
    const resealed = (column: MailColumn) =>
      cipher.seal(own(column), cipher.open(original(column), row[column]))
    await database.executeSql(
      'update mails set recipient = $3, content = $4 where portfolio_id = $1 and mail_id = $2',
      [row.portfolio_id, row.mail_id, resealed('recipient'), resealed('content')],
    )
  }
  await database.executeSql('set session_replication_role = origin')
}

type MailColumn = 'recipient' | 'content'

function opens(cipher: FieldCipher, place: Parameters<FieldCipher['open']>[0], sealed: string): boolean {
  try {
    return cipher.open(place, sealed) !== ''
  } catch {
    return false
  }
}

/** One text per owner of rows: who has which rows, told by what changes when any of them does. */
export async function rowDigests(database: Database): Promise<string> {
  const columns = await readColumns(database)
  const ways = [
    'open_id',
    'loan_no',
    'application_no',
    'transaction_no',
    'request_code',
    'file_no',
    'plan_no',
  ]
  const parts = tablesOf(columns).flatMap((table) => {
    const has = (name: string) => columns.some((one) => one.table === table && one.name === name)
    if (!has('portfolio_id')) return []
    const way = ways.find(has)
    const owner = way === undefined ? "''" : `coalesce("${way}", '')`
    return [
      `select '${table} ' || portfolio_id || ' ' || ${owner} as whose,
        md5(string_agg(md5(r::text), '' order by md5(r::text))) as state from "${table}" r group by 1`,
    ]
  })
  return parts.join(' union all ')
}
