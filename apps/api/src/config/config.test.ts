import { sampleKey } from '@dolphin/testkit/sample-key'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const KEY = sampleKey('master')

test('a development server listens on port 8080 under /fssapi', () => {
  const config = readConfig({ DOLPHIN_MODE: 'development' }, '/srv/dolphin')
  expect(config).toMatchObject({
    mode: 'development',
    port: 8080,
    host: 'localhost',
    gatewayPrefix: '/fssapi',
  })
  expect(config.dataDir).toBe('/srv/dolphin/.dolphin')
  expect(config.allowSandboxBank).toBe(true)
})

test('every wrong setting is named in one message', () => {
  expect(() => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', MASTER_KEY: 'short' }, '/srv')).toThrow(
    /PORT[^]*DATABASE_URL[^]*MASTER_KEY/,
  )
})

test('production refuses to start without key, mail and a real database (design/security.md)', () => {
  expect(() => readConfig({}, '/srv')).toThrow(ConfigError)
  const ready = {
    DOLPHIN_MODE: 'production',
    TRUST_PROXY: 'true',
    MASTER_KEY: KEY,
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'no-reply@lender.test',
    DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
    MILITARY_URL: 'https://mla.example.com/v1',
    MILITARY_API_KEY: 'sample',
  }
  const config = readConfig(ready, '/srv')
  expect(config.allowSandboxBank).toBe(false)
  expect(config.masterKey).toHaveLength(32)
})

test.each(['MASTER_KEY', 'SMTP_URL', 'DATABASE_URL'])(
  'production does not start without %s, whatever else is set (ASVS 13.2.3)',
  (name) => {
    const ready = {
      DOLPHIN_MODE: 'production',
      TRUST_PROXY: 'true',
      MASTER_KEY: KEY,
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'no-reply@lender.test',
      DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
      ALLOW_SANDBOX_MILITARY: 'true',
    }
    expect(readConfig(ready, '/srv').mode).toBe('production')
    expect(() => readConfig({ ...ready, [name]: '' }, '/srv')).toThrow(new RegExp(name))
  },
)

test('32 CFR 232.5(b): production has a covered-borrower check, over https, and shows who asks', () => {
  const ready = {
    DOLPHIN_MODE: 'production',
    TRUST_PROXY: 'true',
    MASTER_KEY: KEY,
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'no-reply@lender.test',
    DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
  }
  expect(() => readConfig(ready, '/srv')).toThrow(/MILITARY_URL/)
  const show = readConfig({ ...ready, ALLOW_SANDBOX_MILITARY: 'true' }, '/srv')
  expect(show).toMatchObject({ military: undefined, allowSandboxMilitary: true })
  const url = { MILITARY_URL: 'https://mla.example.com/v1' }
  expect(() => readConfig({ ...ready, ...url }, '/srv')).toThrow(/MILITARY_API_KEY or a client certificate/)
  const half = { ...url, MILITARY_CLIENT_CERT_FILE: 'client.pem' }
  expect(() => readConfig({ ...ready, ...half }, '/srv')).toThrow(/go together/)
  const open = { MILITARY_URL: 'http://mla.example.com/v1', MILITARY_API_KEY: 'sample' }
  expect(() => readConfig({ ...ready, ...open }, '/srv')).toThrow(/MILITARY_URL: must be an https address/)
  const { military } = readConfig({ ...ready, ...half, MILITARY_CLIENT_KEY_FILE: '/keys/client.key' }, '/srv')
  expect(military).toEqual({
    url: 'https://mla.example.com/v1',
    apiKey: undefined,
    clientFiles: { certificate: '/srv/client.pem', key: '/keys/client.key' },
    authorityFile: undefined,
    timeoutMs: 5_000,
  })
})

test('production sends mail from an address of its own, encrypted unless that is switched off by name (vendors.md, Mail)', () => {
  const ready = {
    DOLPHIN_MODE: 'production',
    TRUST_PROXY: 'true',
    MASTER_KEY: KEY,
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'no-reply@lender.test',
    DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
    ALLOW_SANDBOX_MILITARY: 'true',
  }
  expect(readConfig(ready, '/srv').smtpRequiresTls).toBe(true)
  expect(readConfig({ ...ready, SMTP_ALLOW_PLAIN: 'true' }, '/srv').smtpRequiresTls).toBe(false)
  expect(readConfig({ DOLPHIN_MODE: 'test' }, '/srv').smtpRequiresTls).toBe(false)
  for (const MAIL_FROM of ['', 'no-reply@example.com', 'no-reply@lender.example'])
    expect(() => readConfig({ ...ready, MAIL_FROM }, '/srv')).toThrow(/MAIL_FROM/)
})

test('reports about mails are set up whole or not at all', () => {
  const start = (env: Record<string, string>) => () => readConfig({ DOLPHIN_MODE: 'test', ...env }, '/srv')
  expect(start({ MAIL_PROVIDER: 'ses' })).toThrow(/SES_TOPIC_ARN: needed with MAIL_PROVIDER=ses/)
  expect(start({ SENDGRID_WEBHOOK_KEY: 'x' })).toThrow(/SENDGRID_WEBHOOK_KEY: set, but/)
  expect(start({ MAIL_RETURN_FOLDER: 'returns' })).toThrow(/MAIL_BOUNCE_DOMAIN/)
  const config = start({ MAIL_RETURN_FOLDER: 'returns', MAIL_BOUNCE_DOMAIN: 'bounce.lender.example' })()
  expect(config.delivery).toMatchObject({
    returnFolder: '/srv/returns',
    bounceDomain: 'bounce.lender.example',
  })
})
