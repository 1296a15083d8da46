import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { answerMessageCall } from '@dolphin/contract/messages'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { createCustomer } from '@dolphin/api/testing/customers'
import { awaitMails } from '../drill/drill-lender.ts'
import { openHttpClient } from '../drill/http-client.ts'
import { retryingClient } from '../retrying-client.ts'
import { type HttpClient, TestClient } from '@dolphin/api/testing/test-client'
import { clientOfOwnAddress } from './own-client.ts'
import { openPatiently, type PageChannel, type RetryDelay } from './page-channel.ts'

type Customer = Awaited<ReturnType<typeof createCustomer>>

/** Idle pages of some customers; memory is the server's, as its system counts it. */
export interface SocketWork {
  readonly port: number
  readonly pid: number
  readonly sockets: number
  readonly customers: number
  readonly holdSeconds: number
  /** Whether all connections are cut and come back. */
  readonly storm: boolean
}

/** What became of pages whose connections were all cut at once. */
export interface StormFound {
  /** From the cut until the last page was back. */
  readonly backSeconds: number
  /** Messages that a page did not hear, or heard twice. */
  readonly lost: number
}

const PORTFOLIO = 118
const MIB = 1_024
const BEAT_SECONDS = 25
/** A session ends after 30 minutes in which its page asked for nothing. */
const SEEN_SECONDS = 600
const SETTLE_MS = 5_000
const OPENING_AT_ONCE = 50
/** Told to come again while all open their first channel. */
const comeAgain: RetryDelay = () => 1_000
/** As the page's own settings, each page with another share of the jitter: apps/web/src/channel/channel.ts. */
const afterCut =
  (index: number): RetryDelay =>
  (tries) =>
    Math.min(30_000, (500 + (((index * 97) % 256) / 256) * 2_500) * 2 ** (tries - 1))
/** From the last page's return until all that was missed has come. */
const LATE_MS = 20_000
const POLL_MS = 100

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / MIB

async function openCustomers(httpClient: HttpClient, port: number, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let serial = 0; serial < count; serial += 1) {
    const app = clientOfOwnAddress(httpClient, serial)
    const site = {
      client: () => new TestClient(app, PORTFOLIO),
      mailsTo: (to: string) => awaitMails(port, to),
    }
    customers.push(await createCustomer(site, { email: `socket-${serial}@example.com` }))
  }
  return customers
}

/** A page and who looks at it. */
interface OpenPage {
  readonly customer: Customer
  channel: PageChannel
}

async function openPages(port: number, customers: readonly Customer[], sockets: number): Promise<OpenPage[]> {
  const pages: OpenPage[] = []
  while (pages.length < sockets) {
    const some = Math.min(OPENING_AT_ONCE, sockets - pages.length)
    const opened = Array.from({ length: some }, async (_, index) => {
      const customer = customers[(pages.length + index) % customers.length]
      if (customer === undefined) throw new Error('somebody has an account')
      return { customer, channel: await openPatiently(port, customer, comeAgain) }
    })
    pages.push(...(await Promise.all(opened)))
  }
  return pages
}

/**
 * Opens so many channels, holds them with heartbeats as pages do, and answers the server's memory before and then, and
 * how many of them were cut meanwhile; after that the storm, where one is asked for.
 */
export async function holdSockets({ port, pid, sockets, customers: count, holdSeconds, storm }: SocketWork) {
  const httpClient = openHttpClient(port)
  // Calls wait where they are told to, as those of pages do; nothing of them is measured.
  const patient = retryingClient(() => httpClient)
  const customers = await openCustomers(patient, port, count)
  await wait(SETTLE_MS)
  const before = residentMiB(pid)
  const pages = await openPages(port, customers, sockets)
  const opened = residentMiB(pid)
  for (let second = 0; second < holdSeconds; second += 1) {
    await wait(1_000)
    if (second % BEAT_SECONDS === BEAT_SECONDS - 1) for (const { channel } of pages) channel.beat()
    if (second % SEEN_SECONDS === SEEN_SECONDS - 1)
      for (const customer of customers) await customer.ask(getPersonalInfoCall, {})
  }
  const held = residentMiB(pid)
  const cut = pages.filter(({ channel }) => channel.isCut()).length
  const found = storm && (await cutAndReturn(port, await openDesk(patient), customers, pages))
  for (const { channel } of pages) channel.close()
  httpClient.close()
  return { before, opened, held, cut, storm: found }
}

/** Writes to a customer, which each of their pages hears of. */
type Desk = (customer: Customer, text: string) => Promise<unknown>

async function openDesk(httpClient: HttpClient): Promise<Desk> {
  const employee = await signInEmployee({ client: () => new TestClient(httpClient, PORTFOLIO) })
  return ({ openId }, text) => employee.ask(answerMessageCall, { body: { openId, text } })
}

/** Waits until every page has heard so many messages; answers how many are missing, or came twice. */
async function missing(pages: readonly OpenPage[], heard: number): Promise<number> {
  const deadline = performance.now() + LATE_MS
  const lacking = () =>
    pages.reduce((sum, { channel }) => sum + Math.abs(heard - new Set(channel.heard).size), 0)
  while (lacking() > 0 && performance.now() < deadline) await wait(POLL_MS)
  const twice = pages.reduce(
    (sum, { channel }) => sum + channel.heard.length - new Set(channel.heard).size,
    0,
  )
  return lacking() + twice
}

/** Everybody hears of a message; all connections are cut; everybody is written to; all come back and hear of it. */
async function cutAndReturn(
  port: number,
  write: Desk,
  customers: readonly Customer[],
  pages: readonly OpenPage[],
): Promise<StormFound> {
  for (const customer of customers) await write(customer, 'Before the line was cut.')
  const lostBefore = await missing(pages, 1)
  const last = new Map(pages.map((page) => [page, page.channel.heard.at(-1) ?? null]))
  const originatedAt = performance.now()
  for (const { channel } of pages) channel.close()
  const written = (async () => {
    for (const customer of customers) await write(customer, 'While the line was cut.')
  })()
  await Promise.all(
    pages.map(async (page, index) => {
      const delayMs = afterCut(index)
      await wait(delayMs(1))
      page.channel = await openPatiently(port, page.customer, delayMs, last.get(page) ?? null)
    }),
  )
  const backSeconds = (performance.now() - originatedAt) / 1_000
  await written
  return { backSeconds, lost: lostBefore + (await missing(pages, 1)) }
}
