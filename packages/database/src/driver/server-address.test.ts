import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serverAddresses, transportOf } from './server-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'dolphin-authority-'))
const authority = join(folder, 'authority.pem')
writeFileSync(authority, 'an authority')
afterAll(() => rmSync(folder, { recursive: true }))

test('a url names one server or several, each with user, database and parameters', () => {
  expect(serverAddresses('postgres://app:a,b@db1.lender.test/loans')).toEqual([
    'postgres://app:a,b@db1.lender.test/loans',
  ])
  expect(serverAddresses('postgresql://app@db1:5432,db2:6432/loans?sslmode=verify-full')).toEqual([
    'postgresql://app@db1:5432/loans?sslmode=verify-full',
    'postgresql://app@db2:6432/loans?sslmode=verify-full',
  ])
})

test.each([
  ['postgres://app@db.lender.test/loans', 'open'],
  ['postgres://app@db.lender.test/loans?sslmode=disable', 'open'],
  ['postgres://app@db.lender.test/loans?sslmode=no-verify', 'open'],
  ['postgres://app@db.lender.test/loans?ssl=no-verify', 'open'],
  ['postgres://app@db.lender.test/loans?ssl=0', 'open'],
  ['postgres://app@db.lender.test/loans?uselibpqcompat=true&sslmode=require', 'open'],
  [
    `postgres://app@db.lender.test/loans?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${authority}`,
    'open',
  ],
  ['postgres://app@db.lender.test/loans?sslmode=verify-full', 'verified'],
  ['postgres://app@db.lender.test/loans?ssl=true', 'verified'],
  [`postgres://app@db.lender.test/loans?sslrootcert=${authority}`, 'verified'],
  ['postgres://app@127.0.0.1:5432/loans', 'local'],
  ['postgres://app@localhost/loans', 'local'],
  ['postgres://app@[::1]/loans', 'local'],
  ['postgres:///loans?host=/run/postgresql', 'local'],
  ['postgres://app@localhost,db.lender.test/loans', 'open'],
  ['postgres://app@localhost,db.lender.test/loans?sslmode=verify-full', 'verified'],
])('a connection to %s is %s', (url, transport) => {
  expect(transportOf(url)).toBe(transport)
})

test('a certificate file that is not there is an error, not a connection without it', () => {
  expect(() =>
    transportOf('postgres://app@db/loans?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
  ).toThrow('/nowhere/ca.pem')
})
