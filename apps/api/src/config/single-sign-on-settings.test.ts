import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'single-sign-on-'))
  const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
    key.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(join(folder, 'rsa.pem'), pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey))
  writeFileSync(join(folder, 'ec.pem'), pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey))
  writeFileSync(join(folder, 'ed.pem'), pem(generateKeyPairSync('ed25519').privateKey))
  writeFileSync(join(folder, 'no.pem'), 'no key')
})
afterAll(() => rmSync(folder, { recursive: true }))

const SET = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'desk',
  OIDC_CLIENT_SECRET: 'a secret',
}
const { OIDC_CLIENT_SECRET: _secret, ...WITHOUT_SECRET } = SET
const signOnOf = (env: Record<string, string>) =>
  readConfig({ DOLPHIN_MODE: 'test', ...env }, folder).singleSignOn

test('single sign-on is off until it is set', () => {
  expect(signOnOf({})).toBeUndefined()
  expect(signOnOf({ OIDC_ISSUER: ' ' })).toBeUndefined()
})

test('a secret or a private key; a person must have signed in within 15 minutes unless told otherwise', () => {
  expect(signOnOf(SET)).toEqual({
    issuer: 'https://login.example.com',
    clientId: 'desk',
    credential: { kind: 'secret', secret: 'a secret' },
    name: 'your company account',
    acr: undefined,
    amr: undefined,
    maxAgeSeconds: 900,
  })
  const further = { OIDC_NAME: "Lender's ID", OIDC_ACR: 'gold', OIDC_AMR: 'mfa', OIDC_MAX_AGE_MINUTES: '0' }
  expect(signOnOf({ ...SET, ...further })).toMatchObject({
    name: "Lender's ID",
    acr: 'gold',
    amr: 'mfa',
    maxAgeSeconds: undefined,
  })
  for (const file of ['rsa.pem', 'ec.pem'])
    expect(signOnOf({ ...WITHOUT_SECRET, OIDC_CLIENT_KEY_FILE: file })).toMatchObject({
      credential: { kind: 'key' },
    })
})

test.each([
  [{ OIDC_CLIENT_ID: 'desk' }, /OIDC_ISSUER: needed for single sign-on/],
  [{ OIDC_ISSUER: SET.OIDC_ISSUER }, /OIDC_CLIENT_ID: needed for single sign-on/],
  [{ OIDC_NAME: 'Lender ID' }, /OIDC_ISSUER: needed for single sign-on/],
  [WITHOUT_SECRET, /OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY_FILE: one of them is needed/],
  [{ ...SET, OIDC_CLIENT_KEY_FILE: 'rsa.pem' }, /OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY_FILE: one of them/],
  [{ ...WITHOUT_SECRET, OIDC_CLIENT_KEY_FILE: 'none.pem' }, /OIDC_CLIENT_KEY_FILE: cannot be read/],
  [{ ...WITHOUT_SECRET, OIDC_CLIENT_KEY_FILE: 'no.pem' }, /OIDC_CLIENT_KEY_FILE: cannot be read/],
  [{ ...WITHOUT_SECRET, OIDC_CLIENT_KEY_FILE: 'ed.pem' }, /OIDC_CLIENT_KEY_FILE: must be an RSA or a P-256/],
  [{ ...SET, OIDC_ISSUER: 'http://login.example.com' }, /OIDC_ISSUER: must be an https address/],
  [{ ...SET, OIDC_ISSUER: 'https://login.example.com?tenant=1' }, /OIDC_ISSUER: must be an https address/],
  [{ ...SET, OIDC_NAME: '"><b>' }, /OIDC_NAME: must be at most 40 letters/],
  [{ ...SET, OIDC_MAX_AGE_MINUTES: '721' }, /OIDC_MAX_AGE_MINUTES/],
])('settings that are set by half or unsafe stop the start: %j', (env, message) => {
  expect(() => signOnOf(env)).toThrow(ConfigError)
  expect(() => signOnOf(env)).toThrow(message)
})

test('production wants an https issuer and a desk; elsewhere one of this machine serves', () => {
  const local = { ...SET, OIDC_ISSUER: 'http://localhost:9000' }
  expect(signOnOf(local)).toMatchObject({ issuer: 'http://localhost:9000' })
  const production = { DOLPHIN_MODE: 'production' }
  expect(() => signOnOf({ ...local, ...production })).toThrow(/must be an https address in production/)
  expect(() => signOnOf({ ...SET, ...production })).toThrow(/OPERATIONS_HOST: needed/)
})
