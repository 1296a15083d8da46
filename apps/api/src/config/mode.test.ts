import { sampleKey } from '@dolphin/testkit/sample-key'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const READY = {
  MASTER_KEY: sampleKey('master'),
  OPERATIONS_SECRET: sampleKey('operations'),
  SMTP_URL: 'smtps://mail.lender.test',
  MAIL_FROM: 'no-reply@lender.test',
  DATABASE_URL: 'postgres://db.lender.test/dolphin?sslmode=verify-full',
  ALLOW_SANDBOX_MILITARY: 'true',
  TRUST_PROXY: 'true',
}

const start = (env: Readonly<Record<string, string>>) => () => readConfig(env, '/srv')

describe('production, unless a setting says otherwise (design/security.md T2, T19)', () => {
  test.each([
    [{}],
    [{ NODE_ENV: 'staging', HOST: '0.0.0.0' }],
    [{ NODE_ENV: 'development' }],
    [{ HOST: 'localhost' }],
    [{ HOST: '127.0.0.1', PORT: '8080' }],
  ])('%o', (env) => {
    expect(start({ ...READY, ...env })().mode).toBe('production')
    expect(start(env)).toThrow(/Production needs these settings/)
  })

  test.each(['development', 'test'])('%s mode is for this machine alone, unless that is said too', (mode) => {
    const open = { DOLPHIN_MODE: mode, HOST: '0.0.0.0' }
    expect(start(open)).toThrow(ConfigError)
    expect(start({ ...open, HOST: 'loans.lender.test' })).toThrow(/DEVELOPMENT_OPEN=true/)
    expect(start({ ...open, DEVELOPMENT_OPEN: 'true' })()).toMatchObject({ host: '0.0.0.0' })
    for (const HOST of ['localhost', '127.0.0.1', '118.localhost', '[::1]'])
      expect(start({ ...open, HOST })().host).toBe(HOST)
  })
})

describe('whose word is taken for where a request comes from', () => {
  test.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, 192.0.2.7,2001:db8::/32', ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']],
  ])('%s', (TRUST_PROXY, trusted) => {
    expect(start({ ...READY, TRUST_PROXY })().trustProxy).toEqual(trusted)
  })

  test.each(['0', '10', '-1', 'yes', '10.0.0.0/33', '10.0.0', '::/129', '10.0.0.0/8/8', ','])(
    '%s is refused',
    (TRUST_PROXY) => {
      expect(start({ ...READY, TRUST_PROXY })).toThrow(/TRUST_PROXY: must be true, false/)
    },
  )

  test('production has it said', () => {
    expect(start({ ...READY, TRUST_PROXY: '' })).toThrow(/TRUST_PROXY \(true behind one balancer/)
    expect(start({ DOLPHIN_MODE: 'development' })().trustProxy).toBeUndefined()
  })
})

describe('keys that production refuses', () => {
  const zero = '0'.repeat(64)

  test.each([
    [{ MASTER_KEY: zero }, 'MASTER_KEY is no random key'],
    [{ OPERATIONS_SECRET: 'ab'.repeat(32) }, 'OPERATIONS_SECRET is no random key'],
    [{ MASTER_KEY: '0123456789abcdef'.repeat(4) }, 'MASTER_KEY is no random key'],
    [{ OPERATIONS_SECRET: READY.MASTER_KEY }, 'OPERATIONS_SECRET is the same key as MASTER_KEY'],
    [{ OPERATIONS_SECRET: READY.MASTER_KEY.toUpperCase() }, 'the same key'],
  ])('%o', (env, says) => {
    expect(start({ ...READY, ...env })).toThrow(says)
  })

  test('each is allowed by its own name, and by no other', () => {
    const weak = { ...READY, MASTER_KEY: zero, OPERATIONS_SECRET: 'ab'.repeat(32) }
    expect(start({ ...weak, ALLOW_WEAK_KEYS: 'MASTER_KEY' })).toThrow(/OPERATIONS_SECRET is no random key/)
    expect(start({ ...weak, ALLOW_WEAK_KEYS: 'MASTER_KEY, OPERATIONS_SECRET' })().mode).toBe('production')
  })

  test('a hundred random keys are strong', () => {
    for (let index = 0; index < 100; index += 1)
      expect(start({ ...READY, MASTER_KEY: sampleKey(String(index)) })().masterKey).toHaveLength(32)
  })
})

test('production sends nothing in clear beyond this machine, but for what is allowed by name', () => {
  expect(start({ ...READY, PUBLIC_URL: 'http://loans.lender.test' })).toThrow(/PUBLIC_URL \(https/)
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.lender.test:4318' }
  expect(start({ ...READY, ...traces })).toThrow(/OTEL_ALLOW_PLAIN=true/)
  expect(start({ ...READY, ...traces, OTEL_ALLOW_PLAIN: 'true' })().tracing?.endpoint).toBe(
    traces.OTEL_EXPORTER_OTLP_ENDPOINT,
  )
})
