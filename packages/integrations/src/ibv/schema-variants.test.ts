import { afterAll, describe, expect, test } from 'vitest'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { LINK_FAILURES } from '@dolphin/domain/verification/link-failure'
import { localMx, localPlaid, REPORT_DAY } from './testing/local-vendors.ts'
import { type SchemaVariant, schemaVariants } from './testing/schema-variants.ts'
import { type Vendor, vendorShapes } from './testing/vendor-document.ts'

/** Every variant of every answer that a vendor's document allows. */
const variantsOf = (vendor: Vendor) =>
  Object.entries(vendorShapes(vendor)).flatMap(([operation, { response }]) =>
    operation.includes(' ') && response !== null
      ? schemaVariants(response).map((variant): [string, SchemaVariant] => [operation, variant])
      : [],
  )

/** Without these an answer says nothing at all: the link fails alone, and is given up in the end. */
const NEEDED: readonly RegExp[] = [
  /^POST \/link\/token\/create hosted_link_url is missing$/,
  /^POST \/institutions\/search institutions is missing$/,
  /^GET \/institutions(\/\S+)? institutions? is missing$/,
  /^GET \/institutions\/\S+ institution\.(code|name) is (missing|null)$/,
  /^POST \/users user(\.guid)? is (missing|null)$/,
  /^GET \S+ (members?|accounts|account_numbers|account_owners|transactions) is missing$/,
]

/** What a whole link comes to; a thrown failure names itself. */
type Ending = string

const CAUSES = Object.keys(LINK_FAILURES)
const isNamed = (ending: Ending) => ending === 'report' || CAUSES.includes(ending)

async function plaidRun() {
  const { provider, plaid, server } = await localPlaid()
  server.isKind = true
  let number = 0
  return {
    server,
    provider,
    async link(): Promise<Ending> {
      number += 1
      await provider.findInstitutions('demo')
      const { providerSessionId: id } = await provider.createLinkSession(request(number))
      plaid.link(id)
      await provider.pollStatus(id)
      plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
      return await ending(provider, id)
    },
  }
}

async function mxRun() {
  const { provider, mx, server } = await localMx()
  server.isKind = true
  let number = 0
  return {
    server,
    provider,
    async link(): Promise<Ending> {
      number += 1
      await provider.findInstitutions('demo')
      await provider.readInstitution('demo-valley')
      const { providerSessionId: id } = await provider.createLinkSession(request(number))
      mx.open(id)
      const ready = { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true }
      for (let round = 0; round < 3; round += 1) {
        mx.move(id, { ...ready, isBusy: false })
        if ((await provider.pollStatus(id)) === IbvStatus.successful) break
      }
      mx.move(id, { isBusy: false })
      return await ending(provider, id)
    },
  }
}

const request = (number: number) => ({
  requestCode: `R${number}`,
  portfolioId: 118,
  customerAlias: 'customer-1',
  locale: 'en' as const,
  returnUrl: '/application/token',
  institutionId: 'demo-valley',
})

type Provider =
  | Awaited<ReturnType<typeof plaidRun>>['provider']
  | Awaited<ReturnType<typeof mxRun>>['provider']

async function ending(provider: Provider, id: string): Promise<Ending> {
  const progress = await provider.pollStatus(id)
  if (typeof progress === 'string') return progress
  const report = await provider.fetchReport(id, REPORT_DAY)
  if (report.ok) return report.value.accounts.length > 0 ? 'report' : 'a report of nothing'
  return report.error === 'notReady' ? `${progress} for now` : report.error
}

/** Nothing is linked or read yet, by the vendor's own word: it is asked again, and a day later the link ends. */
const WAITS: readonly RegExp[] = [
  /^POST \/link\/token\/get link_sessions(\[\]\.results)? is (missing|null)$/,
  /^GET \S+\/members members\[\]\.guid is (missing|null)$/,
  /^GET \S+\/status member\.(connection_status|has_processed_(accounts|transactions)) is (missing|null)$/,
]

describe.each([
  ['plaid', plaidRun],
  ['mx', mxRun],
] as const)(
  '%s, with each optional member missing and each nullable null, one by one',
  async (vendor, start) => {
    const run = await start()
    afterAll(async () => {
      expect(run.server.complaints).toEqual([])
      await run.server.stop()
    })

    test.each(
      variantsOf(vendor).map(
        ([operation, variant]) => [`${operation} ${variant.title}`, operation, variant] as const,
      ),
    )('%s', async (title, operation, variant) => {
      run.server.vary = (asked, body) => (asked === operation ? variant.apply(body) : body)
      const ended = await run.link().catch((error: Error) => `threw ${error.message}`)
      run.server.vary = (_, body) => body
      if (NEEDED.some((one) => one.test(title))) expect(ended).toMatch(/malformed$/)
      else if (WAITS.some((one) => one.test(title))) expect(ended).toMatch(/for now$/)
      else expect(isNamed(ended), ended).toBe(true)
      // Every other link goes on.
      expect(run.provider.isAvailable).toBe(true)
      expect(await run.link()).toBe('report')
    })
  },
)
