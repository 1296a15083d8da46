import { sampleKey } from '@dolphin/testkit/sample-key'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const PRODUCTION = {
  DOLPHIN_MODE: 'production',
  TRUST_PROXY: 'true',
  MASTER_KEY: sampleKey('master'),
  SMTP_URL: 'smtp://mail.lender.test',
  MAIL_FROM: 'no-reply@lender.test',
  ALLOW_SANDBOX_MILITARY: 'true',
}
const start = (env: Record<string, string>) => () => readConfig({ ...PRODUCTION, ...env }, '/srv')

const OPEN = 'postgres://app:secret@db.lender.test/loans'
const SAFE = `${OPEN}?sslmode=verify-full`

test('production refuses a database beyond this machine without checked TLS, unless that is allowed by name', () => {
  expect(start({ DATABASE_URL: OPEN })).toThrow(
    /DATABASE_URL needs sslmode=verify-full.*DATABASE_ALLOW_PLAIN=true/,
  )
  expect(start({ DATABASE_URL: `${OPEN}?sslmode=no-verify` })).toThrow(
    /DATABASE_URL needs sslmode=verify-full/,
  )
  expect(start({ DATABASE_URL: SAFE, DATABASE_DIRECT_URL: OPEN })).toThrow(
    /DATABASE_DIRECT_URL needs sslmode/,
  )
  expect(start({ DATABASE_URL: SAFE })().databaseUrl).toBe(SAFE)
  expect(start({ DATABASE_URL: OPEN, DATABASE_ALLOW_PLAIN: 'true' })().databaseUrl).toBe(OPEN)
  for (const DATABASE_URL of ['postgres://app@localhost/loans', 'postgres:///loans?host=/run/postgresql'])
    expect(start({ DATABASE_URL })().databaseUrl).toBe(DATABASE_URL)
  expect(start({ DATABASE_URL: OPEN, DOLPHIN_MODE: 'test' })().databaseUrl).toBe(OPEN)
})

test('an address that cannot be read is refused without its password', () => {
  const missing = `${SAFE}&sslrootcert=/nowhere/ca.pem`
  expect(start({ DATABASE_URL: missing })).toThrow(
    /DATABASE_URL cannot be read: there is no file \/nowhere\/ca\.pem/,
  )
  const broken = start({ DATABASE_URL: 'postgres://app:secret@db:none/loans' })
  expect(broken).toThrow(/DATABASE_URL cannot be read/)
  expect(broken).not.toThrow(/secret/)
})

test('several servers are found by which one takes writes, and by nothing else', () => {
  const several = 'postgres://app@localhost:5432,localhost:5433/loans?target_session_attrs='
  expect(start({ DATABASE_URL: `${several}read-write` })().databaseUrl).toBe(`${several}read-write`)
  expect(start({ DATABASE_URL: `${several}standby` })).toThrow(/DATABASE_URL: target_session_attrs must be/)
})
