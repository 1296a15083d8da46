import { createFormCall } from '@dolphin/contract/applications-forms'
import {
  createAccountCall,
  parseLinkResourceCall,
  sendCreateAccountEmailCall,
} from '@dolphin/contract/identity'
import { RESPONSE_CODES, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { reserveCoupon } from '@dolphin/database/coupons/coupon-repository'
import { databaseOutage } from '@dolphin/database/driver/database-failure'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { insertCustomer } from '@dolphin/database/identity/customer-repository'
import { insertAchFile } from '@dolphin/database/payments/ach-file-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { AccountStatus, CreateAccountType } from '@dolphin/domain/identity/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { buildWorker } from '@dolphin/integrations/worker/build-worker'
import { BY_CUSTOMER } from '@dolphin/testkit/distribution'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWERS, beginApplication } from '@dolphin/api/testing/applications'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { createCustomer, mailedToken, openBrowser, PASSWORD } from '@dolphin/api/testing/customers'
import { PACKAGES_LEFT_OUT } from '@dolphin/api/testing/packages-left-out'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { KILL_PROGRAM } from '../crash-tests/money-process-build.ts'
import { cellOf, type CellLender, type CellServers, makeCellLender, startCellServers } from './cells.ts'
import { seededChance } from './chance.ts'
import { claimedIn, heldIn, heldTwice } from './claimed-once.ts'
import { lifeOf } from './lives.ts'
import { numberedPerson } from './newcomers.ts'
import { prepareSimulation, type SimulationOutcome, type SimulationPlan } from './simulation.ts'

const CELLS = 3
const PORTFOLIO = 118
const FROM = localDate(2026, 3, 3)
const AT = new Date('2026-03-03T15:00:00Z')
/** As on one server. */
const REFUSED = {
  account: RESPONSE_CODES.accountDuplicate.code,
  loan: RESPONSE_CODES.applicationAlreadyOpen.code,
}

let servers: CellServers
let crashProgram: string
beforeAll(async () => {
  crashProgram = await buildWorker(KILL_PROGRAM, PACKAGES_LEFT_OUT)
  servers = await startCellServers(CELLS)
}, 180_000)
afterAll(() => servers.stop())

type CellPlan = Omit<SimulationPlan, 'from' | 'crashProgram'>

/** Lives in every cell at once, and does something with the servers as they are after it. */
async function inCells(
  { cells, claims }: CellLender,
  planOf: (cell: number) => CellPlan,
  look: (outcomes: readonly SimulationOutcome[], apis: readonly TestApi[]) => Promise<void>,
): Promise<void> {
  const prepared = cells.map((place, cell) =>
    prepareSimulation({ from: FROM, crashProgram, ...planOf(cell) }, { place }),
  )
  const lives = await Promise.all(prepared)
  try {
    const outcomes = await Promise.all(lives.map((life) => life.run()))
    expect(outcomes.map(({ broken }) => broken)).toEqual(cells.map(() => undefined))
    await look(
      outcomes,
      lives.map(({ server }) => server.api()),
    )
  } finally {
    for (const life of lives) await life.close()
    await claims.remove()
  }
}

/** The numbers of those who come to each cell, of so many. */
const comersOf = (people: number): readonly (readonly number[])[] => {
  const numbers = Array.from({ length: people }, (_, number) => number)
  return Array.from({ length: CELLS }, (_, cell) =>
    numbers.filter((number) => cellOf(numberedPerson(number).email, CELLS) === cell),
  )
}

const databasesOf = (apis: readonly TestApi[]): readonly Database[] => apis.map(({ database }) => database)

/** A link to make an account, as it came by mail, and the browser in which it is opened. */
async function askForAccount(api: TestApi, email: string) {
  const client = api.client(PORTFOLIO)
  const body = { portfolioId: PORTFOLIO, email, createAccountType: CreateAccountType.home }
  await client.ask(sendCreateAccountEmailCall, { body })
  const resource = await mailedToken(api, email)
  const { consents } = await client.ask(parseLinkResourceCall, { query: { resource } })
  return async () => {
    const given = consents.map(({ kind, version, required }) => ({ kind, version, given: required }))
    const account = { resource, password: PASSWORD, consents: given }
    return (await client.call(createAccountCall, { body: account })).code
  }
}

const begin = async (client: TestClient, email: string): Promise<number> => {
  const changed = { ...ANSWERS.personal, email, ssn: '521-44-7777' }
  const body = { externalKey: null, changed, version: 0 }
  return (await client.call(createFormCall, { params: { code: 'personal' }, body })).code
}

/** A customer's account in another cell, under another e-mail, as no server makes it. */
async function misplace(api: TestApi, openId: string): Promise<TestClient> {
  const owner = { portfolioId: PORTFOLIO, openId }
  const customer = {
    ...owner,
    email: 'misplaced@example.com',
    profile: {},
    accountStatus: AccountStatus.active,
  }
  const { cipher, clock } = api.deps
  const added = await api.database.transaction((tx) => insertCustomer(tx, cipher, customer, clock.now()))
  expect(added).toBe(true)
  return await openBrowser(api, owner)
}

/** Codes that answer who takes an e-mail, and begins a loan, a second time in the same cell and in another one. */
async function tryTwice([first, second]: readonly TestApi[]) {
  if (first === undefined || second === undefined) throw new Error('two cells')
  const email = 'twice@example.com'
  const [taken, inSame, inOther] = [
    await askForAccount(first, email),
    await askForAccount(first, email),
    await askForAccount(second, email),
  ]
  expect(await taken()).toBe(SUCCESS_CODE)
  const account = { inSame: await inSame(), inOther: await inOther() }
  const customer = await createCustomer(first, { email: 'one-loan@example.com' })
  await beginApplication(customer, { email: 'one-loan@example.com', ssn: '521-44-7777' })
  const elsewhere = await misplace(second, customer.openId)
  const loan = {
    inSame: await begin(customer, 'one-loan@example.com'),
    inOther: await begin(elsewhere, 'one-loan@example.com'),
  }
  return { account, loan }
}

const EACH = [1, 2, 3] as const
const TOTAL = 4

/** In each cell three customers want a coupon at once that four may have; answers how many got it. */
async function rushForCoupon(apis: readonly TestApi[]): Promise<number> {
  const wishes = apis.flatMap(({ database }, cell) =>
    EACH.map(async (number) => {
      const loan = await storedLoan(database.db)
      const openId = `rush ${cell}/${number}`
      const redemption = {
        ...loan,
        openId,
        couponCode: 'FOUR',
        couponVersion: 1,
        redemptionNo: openId,
        benefit: { kind: 'originationFee' },
        reservedAt: AT,
      }
      return await database.transaction(
        async (tx) => await reserveCoupon(tx, redemption, { perCustomer: 1, total: TOTAL }),
      )
    }),
  )
  return (await Promise.all(wishes)).filter(Boolean).length
}

/** Keys of rows of customers that lie in another cell than theirs. */
async function keysAstray(databases: readonly Database[]): Promise<readonly string[]> {
  const found = databases.flatMap((database, cell) =>
    [...BY_CUSTOMER].map(async ([table, column]) => {
      const { rows } = await database.executeSql(`select distinct ${column} as key from ${table}`)
      const astray = (rows as { key: string }[]).filter(
        ({ key }) => key !== STORED_NAMES.customerKey.none && cellOf(key, CELLS) !== cell,
      )
      return astray.map(({ key }) => `${table} ${key} in ${cell}`)
    }),
  )
  return (await Promise.all(found)).flat()
}

test('a lender in three cells lives its days with kills and faults; what exists once exists once over all (docs/guides/scale.md)', async ({
  annotate,
}) => {
  const comers = comersOf(12)
  const planOf = (cell: number) => {
    const numbers = comers[cell] ?? []
    const seed = 7 + cell
    return {
      seed,
      loans: numbers.length,
      days: 40,
      byHandEvery: 4,
      faults: true,
      personAt: (index: number) => numberedPerson(numbers[index] ?? 0),
      lifeAt: (index: number) => lifeOf(numbers[index] ?? 0, seededChance(seed)),
    }
  }
  const lender = await makeCellLender(servers)
  await inCells(lender, planOf, async (outcomes, apis) => {
    const databases = databasesOf(apis)
    expect(await keysAstray(databases)).toEqual([])
    expect(await tryTwice(apis)).toEqual({
      account: { inSame: REFUSED.account, inOther: REFUSED.account },
      loan: { inSame: REFUSED.loan, inOther: REFUSED.loan },
    })
    expect(await rushForCoupon(apis)).toBe(TOTAL)
    const held = await heldIn(databases)
    expect(heldTwice(held)).toEqual([])
    const claims = await lender.claims.open()
    try {
      expect(await claimedIn(claims)).toEqual(held)
    } finally {
      await claims.close()
    }
    const counts = Object.entries(held).map(([kind, names]) => `${names.length} × ${kind}`)
    const kills = outcomes.map((one) => [...one.kills.values()].reduce((sum, count) => sum + count, 0))
    await annotate(
      `loans ${comers.map(({ length }) => length).join(', ')}; kills ${kills.join(', ')}; ${counts.join(', ')}`,
    )
    expect(Math.min(...kills)).toBeGreaterThan(0)
    expect(Math.min(...Object.values(held).map(({ length }) => length))).toBeGreaterThan(0)
  })
}, 900_000)

test('cells that claim and count by themselves do everything twice, and that is seen', async () => {
  const lender = await makeCellLender(servers, { apart: true })
  const plan = { seed: 7, loans: 2, days: 4, byHandEvery: 4, faults: false }
  await inCells(
    lender,
    () => plan,
    async (_, apis) => {
      expect(await tryTwice(apis)).toMatchObject({
        account: { inOther: SUCCESS_CODE },
        loan: { inOther: SUCCESS_CODE },
      })
      expect(await rushForCoupon(apis)).toBeGreaterThan(TOTAL)
      expect(heldTwice(await heldIn(databasesOf(apis)))).toEqual([
        'e-mail',
        'loan number',
        'loan under way',
        'trace number',
        'place of a coupon',
      ])
    },
  )
}, 300_000)

/** The databases of a lender alone, without servers of it. */
async function inDatabases(
  work: (cells: readonly [Database, Database], claims: Database) => Promise<void>,
): Promise<void> {
  const { cells, claims } = await makeCellLender(servers)
  const opened = await Promise.all([
    ...cells.map(({ home }) => home.open()),
    openDatabase({ url: claims.adminUrl }),
  ])
  try {
    const [first, second] = opened
    const shared = opened.at(-1)
    if (first === undefined || second === undefined || shared === undefined) throw new Error('two cells')
    await work([first, second], shared)
  } finally {
    for (const database of opened) await database.close()
    for (const place of [...cells, claims]) await place.remove()
  }
}

const cipher = testCipher()

const register = async (cell: Database, openId: string, email: string): Promise<boolean> => {
  const customer = { portfolioId: PORTFOLIO, openId, email, profile: {}, accountStatus: AccountStatus.active }
  return await cell.transaction((tx) => insertCustomer(tx, cipher, customer, AT))
}

/** Of claims, those whose customer is not in this cell: docs/guides/scale.md, Cells. */
async function emailsWithoutCustomer(cell: Database): Promise<readonly string[]> {
  const { rows } = await cell.executeSql(`select open_id from customer_emails
    left join customers using (portfolio_id, open_id) where customers.created_at is null`)
  return (rows as { open_id: string }[]).map((row) => row.open_id)
}

const SLOW_COMMIT = `create function wait_at_commit() returns trigger language plpgsql as
    $$ begin perform pg_sleep(3); return null; end $$;
  create constraint trigger wait_at_commit after insert on customer_emails deferrable initially deferred
    for each row execute function wait_at_commit()`

/** Waits until so many commits of claims are under way. */
const commitsUnderWay = async (claims: Database, count: number): Promise<void> =>
  await expect
    .poll(
      async () =>
        (await claims.executeSql("select from pg_stat_activity where wait_event = 'PgSleep'")).rows.length,
      { timeout: 20_000 },
    )
    .toBe(count)

test('a claim whose cell is lost between the two commits stays without a row: it refuses until it is deleted', async () => {
  await inDatabases(async ([cell, other], claims) => {
    await claims.executeSql(SLOW_COMMIT)
    const lost = expect(register(cell, 'lost', 'lost@example.com')).rejects.toThrow('database failure')
    await commitsUnderWay(claims, 1)
    await cell.executeSql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query = 'commit'`)
    await lost
    await commitsUnderWay(claims, 0)
    await claims.executeSql('drop trigger wait_at_commit on customer_emails')
    expect((await claimedIn(claims))['e-mail']).toHaveLength(1)
    expect((await heldIn([cell, other]))['e-mail']).toEqual([])
    const listed = await Promise.all([cell, other].map(emailsWithoutCustomer))
    expect(listed).toEqual([['lost'], ['lost']])
    expect(await register(cell, 'again', 'lost@example.com')).toBe(false)
    expect(await register(other, 'again', 'lost@example.com')).toBe(false)
    await claims.executeSql("delete from customer_emails where open_id = 'lost'")
    expect(await register(other, 'again', 'lost@example.com')).toBe(true)
  })
}, 120_000)

test('of two cells that count alike the second gets neither the loan number nor the trace number', async () => {
  await inDatabases(async (cells) => {
    for (const cell of cells) await cell.executeSql('alter sequence loan_serial restart with 1')
    const [first, second] = cells
    const file = {
      portfolioId: PORTFOLIO,
      fileNo: 'F1',
      businessDate: FROM,
      fileIdModifier: 'A',
      sha256: 'a'.repeat(64),
      objectKey: 'ach/F1',
      entryCount: 1,
      debitTotal: cents(0n),
      creditTotal: cents(0n),
      createdAt: AT,
    }
    const cut = (cell: Database) =>
      cell.transaction((tx) => insertAchFile(tx, file, [], [{ traceNumber: '091000010000001' }]))
    await storedLoan(first.db)
    await cut(first)
    await expect(storedLoan(second.db)).rejects.toThrow('open loan')
    await expect(cut(second)).rejects.toThrow('23505')
    // The loan's number is skipped, and the next one is free.
    await storedLoan(second.db)
  })
}, 120_000)

test('while the claims are away a cell claims nothing, as without a database, and keeps nothing; then it goes on, and who is erased gives back', async () => {
  await inDatabases(async ([cell, other], claims) => {
    expect(await register(cell, 'before', 'before@example.com')).toBe(true)
    await claims.executeSql('alter role dolphin_cell nologin')
    await claims.executeSql(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dolphin_cell'",
    )
    for (const one of [cell, other]) {
      const failure = await register(one, 'away', 'away@example.com').catch((error: unknown) => error)
      expect(databaseOutage(failure)).toBe('away')
    }
    await claims.executeSql('alter role dolphin_cell login')
    expect(await register(other, 'taken', 'before@example.com')).toBe(false)
    expect(await register(other, 'after', 'away@example.com')).toBe(true)
    await other.executeSql("select erase_account($1, 'after')", [PORTFOLIO])
    expect(await register(cell, 'again', 'away@example.com')).toBe(true)
    expect(await claimedIn(claims)).toEqual(await heldIn([cell, other]))
  })
}, 120_000)
