import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { serialHashOf } from './attested-serial.ts'
import { cbor } from './software-passkey.ts'

/** Certificates that OpenSSL wrote: with the serial number "SAMPLE01" (WebAuthn Level 3 §8.2.2), without one, and marked critical. */
const CERTIFICATES = {
  named: [
    'MIICBjCCAaygAwIBAgIUPU+039HIgPoWH8V8kWjfNBcJSdUwCgYIKoZIzj0EAwIwXDELMAkGA1UEBhMCVVMxFDASBgNVBAoM',
    'C1NhbXBsZSBLZXlzMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRMwEQYDVQQDDApTYW1wbGUga2V5MCAX',
    'DTI2MTEyODE2NTk1NFoYDzIxMjYxMTA0MTY1OTU0WjBcMQswCQYDVQQGEwJVUzEUMBIGA1UECgwLU2FtcGxlIEtleXMxIjAg',
    'BgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEzARBgNVBAMMClNhbXBsZSBrZXkwWTATBgcqhkjOPQIBBggqhkjO',
    'PQMBBwNCAAS0QmXsyDaSgK4UhiN5qVKTFdU5fw+EXG42zBstXkC8ZWoTRVQlUtF+xIt1LcBItvu+ylw3RpT5z3QVoHLd+rDj',
    'o0owSDAMBgNVHRMBAf8EAjAAMBkGCysGAQQBguUcAQECBAoECFNBTVBMRTAxMB0GA1UdDgQWBBTItG13wixKgZtwWBC7Sogq',
    '/A0/VDAKBggqhkjOPQQDAgNIADBFAiEAwKljAyD+jUbbDgXaWK3LMOIvEHsi3LIvJdclAcVcLO8CIEiZZhzmKv5q/UOpaPDs',
    'oOSrOBRwQtgGFPs/GVMXae5i',
  ],
  unnamed: [
    'MIIB6jCCAZGgAwIBAgIUGwE2uLUYq2pjn2EWVDFOF9TbvCQwCgYIKoZIzj0EAwIwXDELMAkGA1UEBhMCVVMxFDASBgNVBAoM',
    'C1NhbXBsZSBLZXlzMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRMwEQYDVQQDDApTYW1wbGUga2V5MCAX',
    'DTI2MTEyODE2NTk1NFoYDzIxMjYxMTA0MTY1OTU0WjBcMQswCQYDVQQGEwJVUzEUMBIGA1UECgwLU2FtcGxlIEtleXMxIjAg',
    'BgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEzARBgNVBAMMClNhbXBsZSBrZXkwWTATBgcqhkjOPQIBBggqhkjO',
    'PQMBBwNCAATfS5gVNPz+7JrNtMU+lwdPI+ntuB2AkA9eSe2M1i8jQhSz6c4cIsLW3ZrQD5DsNhAbLeHFVIYNFZqD2gn7xFJK',
    'oy8wLTAMBgNVHRMBAf8EAjAAMB0GA1UdDgQWBBTy9lsLvlNEKFYyA5RUZrOQ4XzpATAKBggqhkjOPQQDAgNHADBEAiBKiKqu',
    'oArqX4QezE/ygJFlUed029HfUIShFd0GcyQbhAIgJ4j/UN++7g5U1R3jZ+kFiSvVtMmYsQNr9oa1FLozTOI=',
  ],
  critical: [
    'MIICCTCCAa+gAwIBAgIUCVHcCVnqkYtZBLy8guJXQY46zhgwCgYIKoZIzj0EAwIwXDELMAkGA1UEBhMCVVMxFDASBgNVBAoM',
    'C1NhbXBsZSBLZXlzMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRMwEQYDVQQDDApTYW1wbGUga2V5MCAX',
    'DTI2MTEyODE2NTk1NFoYDzIxMjYxMTA0MTY1OTU0WjBcMQswCQYDVQQGEwJVUzEUMBIGA1UECgwLU2FtcGxlIEtleXMxIjAg',
    'BgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEzARBgNVBAMMClNhbXBsZSBrZXkwWTATBgcqhkjOPQIBBggqhkjO',
    'PQMBBwNCAATC/22Z4dPhusELRdf7L0UoEw0x7Q4cYKDIGrq/21WDnNsJf9+ovIVtQEbsEhjQR6J+9EacPbj2P1F9768LtGMm',
    'o00wSzAMBgNVHRMBAf8EAjAAMBwGCysGAQQBguUcAQECAQH/BAoECFNBTVBMRTAxMB0GA1UdDgQWBBSPRUJgLDwN4MZDyUYn',
    '4POkGEGDjTAKBggqhkjOPQQDAgNIADBFAiAnWWrTFo/nVO3+Z5uRtK/qmbg/BZDEoSX/b6yt9U3fqwIhAO0jQh02YaDkKdnm',
    'pk44ilI3aY3AcAy65XZC4wwlZsef',
  ],
} as const

const certificate = (which: keyof typeof CERTIFICATES): Buffer =>
  Buffer.from(CERTIFICATES[which].join(''), 'base64')

/** As an authenticator writes it: what makes the key, how it is attested, and by which chain. Source: WebAuthn Level 3 §6.5.4. */
const withCertificates = (...chain: readonly Buffer[]): Uint8Array =>
  attested(Buffer.concat([Buffer.of(0xa1), cbor('x5c'), Buffer.of(0x80 + chain.length), ...chain.map(cbor)]))

const attested = (statement: Buffer): Uint8Array =>
  Buffer.concat([
    Buffer.of(0xa3),
    cbor('fmt'),
    cbor('packed'),
    cbor('attStmt'),
    statement,
    cbor('authData'),
    cbor(Buffer.alloc(37)),
  ])

const SERIAL = createHash('sha256').update('serial\nSAMPLE01').digest('hex')

test('a serial number that the attestation names is kept as its digest alone, whichever way DER marks it', () => {
  expect(serialHashOf(withCertificates(certificate('named')))).toBe(SERIAL)
  expect(serialHashOf(withCertificates(certificate('critical')))).toBe(SERIAL)
})

test('what names none says nothing: no attestation, none of the own certificate, a self attestation', () => {
  expect(serialHashOf(attested(Buffer.of(0xa0)))).toBeNull()
  expect(serialHashOf(withCertificates())).toBeNull()
  expect(serialHashOf(withCertificates(certificate('unnamed')))).toBeNull()
  // Of the maker, not of the key: the own certificate is the first.
  expect(serialHashOf(withCertificates(certificate('unnamed'), certificate('named')))).toBeNull()
})

test('a certificate that ends within its serial number names none', () => {
  const whole = certificate('named')
  const at = whole.indexOf('SAMPLE01')
  expect(serialHashOf(withCertificates(whole.subarray(0, at - 4)))).toBeNull()
})
