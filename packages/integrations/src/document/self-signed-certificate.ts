import { createHash, type KeyObject, sign } from 'node:crypto'
import { BitString, fromBER, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  subjectKeyIdentifier: '2.5.29.14',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** Longest name that X.520 allows. */
const LONGEST_NAME = 64
const LAST_YEAR_OF_SHORT_TIME = 2049
const VERSION_3 = 2

/**
 * A version 3 certificate (RFC 5280) of an EC key for itself, to sign documents and nothing else, as DER.
 * `serialNumber` is 16 random bytes.
 */
export function selfSignedCertificate(subject: {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly commonName: string
  readonly organization: string
  readonly serialNumber: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
}): Buffer {
  const name = distinguishedName(subject.organization, subject.commonName)
  const publicKey = subject.publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 })
  const certificate = new Certificate({
    version: VERSION_3,
    serialNumber: positiveInteger(subject.serialNumber),
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: name,
    subject: name,
    notBefore: time(subject.notBefore),
    notAfter: time(subject.notAfter),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(publicKey),
    extensions: extensions(publicKey),
  })
  const body = fromBER(certificate.encodeTBS().toBER()).result
  certificate.tbsView = new Uint8Array(body.toBER())
  certificate.signatureValue = new BitString({
    valueHex: sign('sha256', certificate.tbsView, subject.privateKey),
  })
  return Buffer.from(certificate.toSchema(true).toBER())
}

/** A leading 0x40 keeps the number positive and in its shortest form whatever the random bytes are. */
function positiveInteger(random: Uint8Array): Integer {
  const [first = 0, ...rest] = random
  return new Integer({ valueHex: Uint8Array.from([(first & 0x3f) | 0x40, ...rest]) })
}

function distinguishedName(organization: string, commonName: string): RelativeDistinguishedNames {
  const part = (type: string, text: string) =>
    new AttributeTypeAndValue({
      type,
      value: new Utf8String({ value: Array.from(text).slice(0, LONGEST_NAME).join('') }),
    })
  return new RelativeDistinguishedNames({
    typesAndValues: [part(OID.organization, organization), part(OID.commonName, commonName)],
  })
}

/** Two-digit years until 2049, four digits after, and never a fraction of a second (RFC 5280 §4.1.2.5). */
function time(instant: Date): Time {
  const value = new Date(instant)
  value.setUTCMilliseconds(0)
  const short = value.getUTCFullYear() <= LAST_YEAR_OF_SHORT_TIME
  return new Time({ type: short ? TimeType.UTCTime : TimeType.GeneralizedTime, value })
}

function extensions(publicKey: Buffer): Extension[] {
  const keyId = createHash('sha256').update(publicKey).digest().subarray(0, 20)
  const digitalSignatureAndNonRepudiation = new BitString({ valueHex: Uint8Array.of(0xc0), unusedBits: 6 })
  return [
    extension(OID.basicConstraints, new BasicConstraints({ cA: false }).toSchema().toBER(), true),
    extension(OID.keyUsage, digitalSignatureAndNonRepudiation.toBER(), true),
    extension(OID.subjectKeyIdentifier, new OctetString({ valueHex: keyId }).toBER(), false),
  ]
}

function extension(extnID: string, value: ArrayBuffer, critical: boolean): Extension {
  return new Extension({ extnID, critical, extnValue: value })
}
