import { sampleKey } from '@dolphin/testkit/sample-key'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const PLAID = { PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'secret' }
const MX = {
  MX_CLIENT_ID: 'client',
  MX_API_KEY: 'key',
  MX_WEBHOOK_USERNAME: 'mx',
  MX_WEBHOOK_PASSWORD: 'open sesame',
}
const linksOf = (env: Record<string, string>) =>
  readConfig({ DOLPHIN_MODE: 'test', ...env }, '/srv').bankLinks

test('a provider is set up by its own settings, in its trial environment unless told otherwise', () => {
  expect(linksOf({})).toEqual({ plaid: undefined, mx: undefined })
  expect(linksOf({ ...PLAID, PLAID_BASE_URL: 'http://127.0.0.1:1' }).plaid).toEqual({
    clientId: 'client',
    secret: 'secret',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:1',
  })
  expect(linksOf({ ...MX, MX_ENVIRONMENT: 'production' }).mx).toMatchObject({
    environment: 'production',
    webhookUsername: 'mx',
  })
})

test('production names the environment of each provider, and refuses a trial one unless it is allowed by name', () => {
  const production = {
    DOLPHIN_MODE: 'production',
    TRUST_PROXY: 'true',
    MASTER_KEY: sampleKey('master'),
    SMTP_URL: 'smtp://mail.example.net',
    DATABASE_URL: 'postgres://db.example.net/dolphin?sslmode=verify-full',
    ALLOW_SANDBOX_MILITARY: 'true',
    MAIL_FROM: 'loans@lender.test',
  }
  const start = (env: Record<string, string>) => () => linksOf({ ...production, ...env })
  expect(start({ ...PLAID, ...MX })).toThrow(/PLAID_ENVIRONMENT: production names it[^]*MX_ENVIRONMENT:/)
  expect(start({ ...PLAID, PLAID_ENVIRONMENT: '' })).toThrow(/PLAID_ENVIRONMENT/)
  expect(start({ ...PLAID, PLAID_ENVIRONMENT: 'sandbox' })).toThrow(/no real banks; ALLOW_SANDBOX_BANK/)
  expect(start({ ...MX, MX_ENVIRONMENT: 'integration' })).toThrow(/no real banks; ALLOW_SANDBOX_BANK/)
  expect(start({ ...PLAID, PLAID_ENVIRONMENT: 'production' })().plaid?.environment).toBe('production')
  const shown = { ...PLAID, PLAID_ENVIRONMENT: 'sandbox', ALLOW_SANDBOX_BANK: 'true' }
  expect(start(shown)().plaid?.environment).toBe('sandbox')
  expect(start({ ...PLAID, ALLOW_SANDBOX_BANK: 'true' })).toThrow(/production names it/)
})

test('one that is set up by half, or to no environment there is, stops the start and names the setting', () => {
  expect(() => linksOf({ PLAID_CLIENT_ID: 'client' })).toThrow(ConfigError)
  expect(() => linksOf({ PLAID_CLIENT_ID: 'client' })).toThrow(/PLAID_SECRET: needed beside PLAID_CLIENT_ID/)
  expect(() => linksOf({ ...MX, MX_WEBHOOK_PASSWORD: ' ' })).toThrow(/MX_WEBHOOK_PASSWORD/)
  expect(() => linksOf({ ...PLAID, PLAID_ENVIRONMENT: 'development' })).toThrow(/PLAID_ENVIRONMENT/)
  expect(() => linksOf({ ...PLAID, PLAID_BASE_URL: 'plaid' })).toThrow(/PLAID_BASE_URL/)
})
