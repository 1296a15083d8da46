import { localDate } from '@dolphin/domain/calendar/local-date'
import { Military } from '@dolphin/domain/loans/codes'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderFailure } from '../ibv/provider-failure.ts'
import { GatewayMilitaryStatusProvider, type MilitaryGatewaySettings } from './gateway-provider.ts'
import { type GatewayFault, GatewayTestServer, testIdentity } from './gateway-test-server.ts'

const client = testIdentity('dolphin.example.com')
const server = new GatewayTestServer(client.certificate)
const person = { firstName: 'Ann', lastName: 'Sample', birthDate: localDate(1990, 1, 31), ssn: '521449999' }
const today = localDate(2026, 3, 2)
let url: string
let waits: number[]

beforeAll(async () => {
  url = await server.start()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.asked.splice(0)
  server.spoil()
  server.status = 'notCovered'
  server.mediaType = 'text/plain'
  waits = []
})

function aProvider(overrides: Partial<MilitaryGatewaySettings> = {}) {
  const settings = {
    url,
    apiKey: 'sample-key',
    timeoutMs: 300,
    clientCertificate: client.certificate,
    clientKey: client.key,
    authority: server.identity.certificate,
    ...overrides,
  }
  return new GatewayMilitaryStatusProvider(settings, {
    clock: { now: () => new Date('2026-03-02T15:00:00Z') },
    random: new SeededRandom(232),
    wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  })
}

const failureOf = async (faults: readonly GatewayFault[], provider = aProvider()) => {
  server.spoil(...faults)
  const failure: unknown = await provider.check(person, today).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProviderFailure)
  return failure as ProviderFailure
}

describe('the covered-borrower check through the gateway (32 CFR 232.5(b))', () => {
  test.each([
    ['covered', Military.military],
    ['notCovered', Military.notMilitary],
    ['indeterminate', Military.unknown],
  ])('"%s" with its certificate', async (word, status) => {
    server.status = word
    const check = await aProvider().check(person, today)
    expect(check).toMatchObject({ status, certificateNo: 'MLA-0001', checkedOn: today })
    expect(Buffer.from(check.certificate.bytes).toString('utf8')).toBe(`As of 2026-03-02: ${word}`)
  })

  test('a PDF certificate is kept as it came', async () => {
    server.mediaType = 'application/pdf'
    const { certificate } = await aProvider().check(person, today)
    expect(certificate.mediaType).toBe('application/pdf')
    expect(Buffer.from(certificate.bytes).toString('latin1')).toMatch(/^%PDF-1\.7/)
  })

  test('we show our certificate and key, and ask for one person as of one day', async () => {
    await aProvider().check(person, today)
    expect(server.asked[0]).toMatchObject({
      client: 'dolphin.example.com',
      headers: { authorization: 'Bearer sample-key' },
      body: {
        asOf: '2026-03-02',
        person: { firstName: 'Ann', lastName: 'Sample', birthDate: '1990-01-31', ssn: '521449999' },
      },
    })
  })

  test('without our certificate, or before a server that we do not know, nothing is sent', async () => {
    const otherCustomer = testIdentity('localhost').certificate
    const without = { clientCertificate: undefined, clientKey: undefined }
    for (const settings of [without, { authority: otherCustomer }]) {
      expect((await failureOf([], aProvider(settings))).reason).toBe('unreachable')
    }
    expect(server.asked).toEqual([])
  })
})

describe('a gateway that is unkind', () => {
  test('too often asked, broken and silent are asked again with growing waits, under one id', async () => {
    for (const faults of [
      ['rateLimited', 'serverError'],
      ['cutOff', 'slow'],
    ] as const) {
      server.asked.splice(0)
      server.spoil(...faults)
      expect((await aProvider().check(person, today)).status).toBe(Military.notMilitary)
      expect(server.asked).toHaveLength(3)
      expect(new Set(server.asked.map(({ body }) => body.requestId)).size).toBe(1)
    }
    // "Retry-After: 1" is kept to.
    expect(waits[0]).toBeGreaterThanOrEqual(1_000)
  })

  test.each([
    ['rateLimited', 'rateLimited', 3],
    ['serverError', 'serverError', 3],
    ['slow', 'timeout', 3],
    ['refused', 'refused', 1],
    ['redirect', 'unreachable', 3],
    ['noJson', 'malformed', 3],
    ['otherQuestion', 'malformed', 3],
    ['otherDay', 'malformed', 3],
    ['unknownWord', 'malformed', 3],
    ['noCertificate', 'malformed', 3],
    ['falsePdf', 'malformed', 3],
    ['ssnInText', 'malformed', 3],
  ] as const)('%s, whenever it is asked, is a failure: %s after %i tries', async (fault, reason, tries) => {
    const failure = await failureOf([fault, fault, fault])
    expect(failure.reason).toBe(reason)
    expect(server.asked).toHaveLength(tries)
    expect(JSON.stringify([failure.message, failure.code, failure])).not.toContain(person.ssn)
  })

  test('who does not answer five times is left alone for a while', async () => {
    const provider = aProvider()
    const broken = Array.from({ length: 9 }, () => 'serverError' as const)
    server.spoil(...broken)
    await provider.check(person, today).catch(() => undefined)
    await provider.check(person, today).catch(() => undefined)
    const asked = server.asked.length
    expect((await failureOf([], provider)).reason).toBe('circuitOpen')
    expect(server.asked).toHaveLength(asked)
  })
})
