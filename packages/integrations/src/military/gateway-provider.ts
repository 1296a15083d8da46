import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { Military } from '@dolphin/domain/loans/codes'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { type JsonValue, MalformedAnswer } from '../ibv/json-value.ts'
import { VendorClient, type VendorClientDeps } from '../ibv/vendor-client.ts'
import { type ExchangeSettings, httpsExchange } from './https-exchange.ts'
import type {
  MilitaryCertificate,
  MilitaryCheck,
  MilitaryCheckRequest,
  MilitaryStatusProvider,
} from './provider.ts'

export type MilitaryGatewaySettings = ExchangeSettings & {
  /** Base address; `/covered-borrower-checks` is below it. */
  readonly url: string
  readonly apiKey?: string | undefined
}

type GatewayDeps = Pick<VendorClientDeps, 'clock' | 'wait'> & { readonly random: RandomSource }

const PATH = 'covered-borrower-checks'
const REQUEST_ID_BYTES = 16
const LARGEST_CERTIFICATE_BYTES = 2 * 1024 * 1024
const PDF_HEAD = '%PDF-'

/** The gateway's valid responses. Anything else is no result, and no result never means "not covered". */
const STATUSES: Readonly<Record<string, Military>> = {
  covered: Military.military,
  notCovered: Military.notMilitary,
  indeterminate: Military.unknown,
}

/**
 * Asks the covered-borrower database of the Department of Defense through a gateway: the direct connection is given
 * by agreement and its wire format is not published, so the gateway's shape is ours and translated on the lender's
 * side. Source: 32 CFR 232.5(b); decision "military-status-gateway".
 */
export class GatewayMilitaryStatusProvider implements MilitaryStatusProvider {
  readonly #settings: MilitaryGatewaySettings
  readonly #client: VendorClient
  readonly #random: RandomSource
  readonly #post: ReturnType<typeof httpsExchange>

  constructor(settings: MilitaryGatewaySettings, deps: GatewayDeps) {
    this.#settings = settings
    this.#client = new VendorClient('military', deps)
    this.#random = deps.random
    this.#post = httpsExchange(settings)
  }

  async check(
    { firstName, lastName, birthDate, ssn }: MilitaryCheckRequest,
    on: LocalDate,
  ): Promise<MilitaryCheck> {
    const { url, apiKey } = this.#settings
    const requestId = Buffer.from(this.#random.bytes(REQUEST_ID_BYTES)).toString('hex')
    const asOf = formatLocalDate(on)
    const person = { firstName, lastName, birthDate: formatLocalDate(birthDate), ssn }
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
    const address = new URL(PATH, url.endsWith('/') ? url : `${url}/`)
    return await this.#client.read(
      'check',
      // One id for all tries of a check, so that the gateway can answer a repetition by the same certificate.
      () => this.#post(address, headers, { requestId, asOf, person }),
      (answer) => readCheck(answer, { requestId, on, ssn }),
    )
  }
}

interface Asked {
  readonly requestId: string
  readonly on: LocalDate
  readonly ssn: string
}

/** The answer, if it is one to this question. */
function readCheck(answer: JsonValue, { requestId, on, ssn }: Asked): MilitaryCheck {
  if (answer.at('requestId').text() !== requestId) throw new MalformedAnswer('check.requestId')
  if (answer.at('asOf').date() !== on) throw new MalformedAnswer('check.asOf')
  const word = answer.at('status').text()
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined
  if (status === undefined) throw new MalformedAnswer('check.status')
  const certificate = answer.at('certificate')
  const certificateNo = certificate.at('number').text()
  if (!/^[A-Za-z0-9-]{4,64}$/.test(certificateNo)) throw new MalformedAnswer('check.certificate.number')
  return { status, certificateNo, checkedOn: on, certificate: readCertificate(certificate, ssn) }
}

/** The paper, of one of the two kinds that we keep, and what its kind says it is. */
function readCertificate(certificate: JsonValue, ssn: string): MilitaryCertificate {
  const mediaType = certificate.at('mediaType').text()
  const content = certificate.at('content').text(LARGEST_CERTIFICATE_BYTES)
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(content) ? Buffer.from(content, 'base64') : Buffer.alloc(0)
  const bad = new MalformedAnswer('check.certificate.content')
  if (bytes.length === 0) throw bad
  if (mediaType === 'application/pdf') {
    if (bytes.subarray(0, PDF_HEAD.length).toString('latin1') !== PDF_HEAD) throw bad
    return { mediaType, bytes }
  }
  if (mediaType !== 'text/plain') throw new MalformedAnswer('check.certificate.mediaType')
  if (bytes.toString('utf8').replace(/[- ]/g, '').includes(ssn)) throw bad
  return { mediaType, bytes }
}
