import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const KEY = 'ab'.repeat(32)

test('an empty environment gives a development server on port 8080 under /fssapi', () => {
  const config = readConfig({}, '/srv/dolphin')
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

test('production refuses to start without key, mail and a real database (security.md)', () => {
  expect(() => readConfig({ NODE_ENV: 'production' }, '/srv')).toThrow(ConfigError)
  const ready = {
    NODE_ENV: 'production',
    MASTER_KEY: KEY,
    SMTP_URL: 'smtp://mail.example.com',
    DATABASE_URL: 'postgres://db.example.com/dolphin',
  }
  const config = readConfig(ready, '/srv')
  expect(config.allowSandboxBank).toBe(false)
  expect(config.masterKey).toHaveLength(32)
})
