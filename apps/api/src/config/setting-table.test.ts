import { sampleKey } from '@dolphin/testkit/sample-key'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { SECRET_SETTINGS, secretFileOf } from './secret-files.ts'
import { SETTING_NAMES } from './settings.ts'
import { unknownSettings, unknownSettingText } from './unknown-settings.ts'

const KEY = sampleKey('master')
const SFTP = {
  BANK_GATEWAY: 'sftp',
  BANK_SFTP_HOST: 'sftp.bank.test',
  BANK_SFTP_USER: 'lender',
  BANK_SFTP_PASSWORD: 'sample',
  BANK_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
}
const MX = { MX_CLIENT_ID: 'id', MX_API_KEY: 'k', MX_WEBHOOK_USERNAME: 'u', MX_WEBHOOK_PASSWORD: 'p' }
const TEXTS = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+13025550100' }
const SIGN_ON = { OIDC_ISSUER: 'https://login.test', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
const BUCKET = { OBJECT_STORE: 's3', S3_BUCKET: 'documents', DATABASE_URL: 'postgres://db.test/dolphin' }

interface Case {
  /** undefined: the setting is missing. */
  readonly value: string | undefined
  readonly beside?: Readonly<Record<string, string>>
  /** What is said, beside the setting's name. */
  readonly says: string
}
const wrong = (value: string | undefined, says: string, beside: Case['beside'] = {}): Case => ({
  value,
  says,
  beside,
})
const NOT_SET = undefined

/** A wrong value of every setting and what the start says of it. */
const WRONG: Readonly<Record<string, Case>> = {
  DOLPHIN_MODE: wrong('live', 'must be development or test or production'),
  HOST: wrong('two words', 'must be a host name'),
  PORT: wrong('many', 'must be a whole number, 0 to 65535'),
  DATABASE_URL: wrong('mysql://db.test', 'must start with postgres://'),
  DATABASE_DIRECT_URL: wrong('postgres://db.test/dolphin', 'set, but DATABASE_URL is not'),
  DATABASE_ALLOW_PLAIN: wrong('perhaps', 'must be true or false'),
  DATABASE_POOL: wrong('1', 'must be a whole number, 2 to 200'),
  GATEWAY_PREFIX: wrong('fssapi', 'must be one path segment'),
  PUBLIC_URL: wrong('loans.lender.test', 'must be an absolute address'),
  SMTP_URL: wrong('mail.lender.test', 'must start with smtp://'),
  SMTP_ALLOW_PLAIN: wrong('perhaps', 'must be true or false'),
  MAIL_FROM: wrong('no-reply', 'must be an address'),
  MAIL_BOUNCE_DOMAIN: wrong('Bounce', 'must be a domain in lower case'),
  MAIL_RETURN_FOLDER: wrong('returns', 'MAIL_BOUNCE_DOMAIN: needed'),
  MAIL_PROVIDER: wrong('mailgun', 'must be ses or postmark or sendgrid'),
  SES_TOPIC_ARN: wrong('topic', 'must be the ARN of an SNS topic'),
  POSTMARK_WEBHOOK_USERNAME: wrong('name', 'set, but MAIL_PROVIDER is not postmark'),
  POSTMARK_WEBHOOK_PASSWORD: wrong('word', 'set, but MAIL_PROVIDER is not postmark'),
  SENDGRID_WEBHOOK_KEY: wrong('key', 'set, but MAIL_PROVIDER is not sendgrid'),
  TWILIO_ACCOUNT_SID: wrong(NOT_SET, 'needed for text messages', TEXTS),
  TWILIO_AUTH_TOKEN: wrong(NOT_SET, 'needed for text messages', TEXTS),
  TWILIO_FROM: wrong('3025550100', 'must be a number as', TEXTS),
  TWILIO_EDGE: wrong('a b', 'must be the name of a data center', TEXTS),
  TWILIO_BASE_URL: wrong('proxy', 'must be an absolute address', TEXTS),
  TWILIO_WEBHOOK_URL: wrong('http://lender.test', 'must be an https address', TEXTS),
  MASTER_KEY: wrong('short', 'must be 32 bytes'),
  OTHER_MASTER_KEYS: wrong(KEY, 'goes with LASTING_KEYS', { MASTER_KEY: KEY }),
  LASTING_KEYS: wrong('short', 'must be what npm run ops -- keys new printed'),
  OPERATIONS_SECRET: wrong('short', 'must be 32 bytes'),
  SYNCED_PASSKEYS_CONFIRM: wrong('yes', 'must be true or false'),
  OPERATIONS_HOST: wrong('https://desk.lender.test', 'must be a host name in lower case'),
  OIDC_ISSUER: wrong('http://login.test', 'must be an https address', SIGN_ON),
  OIDC_CLIENT_ID: wrong(NOT_SET, 'needed for single sign-on', SIGN_ON),
  OIDC_CLIENT_SECRET: wrong(NOT_SET, 'one of them is needed', SIGN_ON),
  OIDC_CLIENT_KEY_FILE: wrong('none.pem', 'one of them is needed', SIGN_ON),
  OIDC_NAME: wrong('<b>', 'must be at most 40 letters', SIGN_ON),
  OIDC_ACR: wrong('phr', 'OIDC_ISSUER: needed for single sign-on'),
  OIDC_AMR: wrong('mfa', 'OIDC_ISSUER: needed for single sign-on'),
  OIDC_MAX_AGE_MINUTES: wrong('721', 'must be a whole number, 0 to 720', SIGN_ON),
  PLAID_CLIENT_ID: wrong('id', 'PLAID_SECRET: needed beside PLAID_CLIENT_ID'),
  PLAID_SECRET: wrong('secret', 'PLAID_CLIENT_ID: needed beside PLAID_SECRET'),
  PLAID_ENVIRONMENT: wrong('production', 'set, but PLAID_CLIENT_ID is not'),
  PLAID_BASE_URL: wrong('plaid', 'must be an absolute address'),
  MX_CLIENT_ID: wrong(NOT_SET, 'needed beside', MX),
  MX_API_KEY: wrong(NOT_SET, 'needed beside', MX),
  MX_ENVIRONMENT: wrong('sandbox', 'must be integration or production', MX),
  MX_BASE_URL: wrong('mx', 'must be an absolute address', MX),
  MX_WEBHOOK_USERNAME: wrong(NOT_SET, 'needed beside', MX),
  MX_WEBHOOK_PASSWORD: wrong(NOT_SET, 'needed beside', MX),
  BANK_GATEWAY: wrong('mail', 'must be folder or sftp'),
  BANK_SFTP_HOST: wrong('sftp.bank.test', 'set, but BANK_GATEWAY is folder'),
  BANK_SFTP_PORT: wrong('0', 'must be a whole number, 1 to 65535', SFTP),
  BANK_SFTP_USER: wrong('lender', 'set, but BANK_GATEWAY is folder'),
  BANK_SFTP_PASSWORD: wrong(NOT_SET, 'one is needed to sign in', SFTP),
  BANK_SFTP_KEY_FILE: wrong('none.key', 'cannot be read', SFTP),
  BANK_SFTP_KEY_PASSPHRASE: wrong('sample', 'set, but BANK_SFTP_KEY_FILE is not', SFTP),
  BANK_SFTP_HOST_KEY: wrong('aa:bb', 'must be SHA256: and 43 characters', SFTP),
  BANK_SFTP_OUTBOX: wrong('a b', 'must be a folder on the server', SFTP),
  BANK_SFTP_INBOX: wrong('a b', 'must be a folder on the server', SFTP),
  BANK_SFTP_ARCHIVE: wrong('a b', 'must be a folder on the server', SFTP),
  BANK_SFTP_FILE_MODE: wrong('0666', 'must be octal, such as 0600', SFTP),
  BANK_QUIET_SECONDS: wrong('soon', 'must be a whole number, 0 to 3600'),
  BANK_SFTP_TIMEOUT_SECONDS: wrong('0x10', 'must be a number, 1 to 300', SFTP),
  OBJECT_STORE: wrong('disk', 'must be folder or s3'),
  S3_BUCKET: wrong('Documents', 'must be the name of a bucket', BUCKET),
  S3_KEYS_BUCKET: wrong('documents', 'must be another bucket', BUCKET),
  S3_PREFIX: wrong('dolphin', 'must be a folder in the bucket', BUCKET),
  S3_REGION: wrong('US East', 'must be the name of a region', BUCKET),
  S3_ENDPOINT: wrong('http://store.test', 'must be an https address', BUCKET),
  DISK_FULL_PERCENT: wrong('49', 'must be a whole number, 50 to 100'),
  ALLOW_SANDBOX_BANK: wrong('on', 'must be true or false'),
  MILITARY_URL: wrong('http://mla.test', 'must be an https address'),
  MILITARY_API_KEY: wrong('key', 'set, but MILITARY_URL is not'),
  MILITARY_CLIENT_CERT_FILE: wrong('client.pem', 'go together'),
  MILITARY_CLIENT_KEY_FILE: wrong('client.key', 'go together'),
  MILITARY_CA_FILE: wrong('ca.pem', 'set, but MILITARY_URL is not'),
  MILITARY_TIMEOUT_SECONDS: wrong('9', 'must be a number, 1 to 8'),
  ALLOW_SANDBOX_MILITARY: wrong('on', 'must be true or false'),
  TRUST_PROXY: wrong('on', 'must be true, false, the number of proxies'),
  DEVELOPMENT_OPEN: wrong('on', 'must be true or false'),
  ALLOW_WEAK_KEYS: wrong('SMTP_URL', 'must be names of keys'),
  OTEL_ALLOW_PLAIN: wrong('on', 'must be true or false'),
  BEHAVIOR_SAMPLE: wrong('2', 'must be a number, 0 to 1'),
  RATE_LIMIT_PER_MINUTE: wrong('0', 'must be a whole number, 1 or more'),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wrong('1e3', 'must be a whole number, 1 or more'),
  PASSWORD_HASHES_AT_ONCE: wrong('17', 'must be a whole number, 1 to 16'),
  METRICS_PORT: wrong('metrics', 'must be a whole number, 0 to 65535'),
  METRICS_HOST: wrong('0.0.0.0', 'set METRICS_TOKEN as well', { METRICS_PORT: '9464' }),
  METRICS_TOKEN: wrong('short', 'must be at least 16 letters', { METRICS_PORT: '9464' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: wrong('collector:4318', 'must be an http or https address'),
  OTEL_TRACES_SAMPLER_ARG: wrong('all', 'must be a number, 0 to 1'),
  DRAIN_SECONDS: wrong('21', 'must be a whole number, 0 to 20'),
  LOG_LEVEL: wrong('loud', 'must be trace or debug'),
}

/** Any text is a value of theirs; who finds out that it is the wrong one. */
const FOUND_LATER: Readonly<Record<string, string>> = {
  DATA_DIR: 'npm run doctor',
  PORTFOLIOS_DIR: 'the catalog of portfolios, at the start',
  WEB_DIR: 'the first request of a page; node --run serve refuses an unfinished build',
  CONSOLE_DIR: 'as WEB_DIR',
  COMMON_PASSWORDS_FILE: 'the list of common passwords, at the start',
  DISK_WATCH_PATHS: 'the disk watch, at the start',
  OTEL_SERVICE_NAME: 'a name for a person to read',
}

/** In production: what the start says where the setting is missing. */
const NEEDED: Readonly<Record<string, string>> = {
  MASTER_KEY: KEY,
  SMTP_URL: 'smtps://mail.lender.test',
  MAIL_FROM: 'no-reply@lender.test',
  DATABASE_URL: 'postgres://db.lender.test/dolphin?sslmode=verify-full',
  MILITARY_URL: 'https://mla.lender.test/v1',
  TRUST_PROXY: 'true',
}
const PRODUCTION = { DOLPHIN_MODE: 'production', ...NEEDED, MILITARY_API_KEY: 'sample' }

const messageOf = (env: Readonly<Record<string, string | undefined>>, workDir = '/srv'): string => {
  try {
    readConfig({ DOLPHIN_MODE: 'test', ...env }, workDir)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  return ''
}

/** The settings, or what is said of them. */
function outcomeOf(env: Readonly<Record<string, string>>) {
  try {
    return readConfig(env, '/srv')
  } catch (error) {
    return (error as ConfigError).message
  }
}

describe('every setting', () => {
  test('is in this table', () => {
    const listed = [...Object.keys(WRONG), ...Object.keys(FOUND_LATER)]
    expect(listed.toSorted()).toEqual([...SETTING_NAMES].toSorted())
  })

  test.each(Object.entries(WRONG))(
    '%s: a wrong one is named, with the page',
    (name, { value, beside, says }) => {
      const message = messageOf({ ...beside, [name]: value })
      expect(message).toContain(name)
      expect(message).toContain(says)
      expect(message).toContain('.env.example; docs/deploy.md')
    },
  )

  test.each(SETTING_NAMES)('%s: empty is the same as not set', (name) => {
    const test = name === 'DOLPHIN_MODE' ? {} : { DOLPHIN_MODE: 'test' }
    const outcome = (env: Readonly<Record<string, string>>) => outcomeOf({ ...test, ...env })
    expect(outcome({ [name]: ' ' })).toEqual(outcome({}))
  })

  test.each(Object.keys(NEEDED))('%s: production says that it is missing', (name) => {
    expect(messageOf(PRODUCTION)).toBe('')
    expect(messageOf({ ...PRODUCTION, [name]: undefined })).toMatch(new RegExp(`needs these[^]*${name} \\(`))
  })

  test('is in .env.example, and nothing else is', () => {
    const example = readFileSync(resolve(import.meta.dirname, '../../../../.env.example'), 'utf8')
    const named = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
    expect(named.filter((name) => !['OPS_URL', 'OPS_REASON'].includes(name)).toSorted()).toEqual(
      [...SETTING_NAMES].toSorted(),
    )
    for (const name of SECRET_SETTINGS)
      expect(example.slice(0, example.indexOf('DOLPHIN_MODE='))).toContain(name)
  })
})

test('all that is wrong is said at once', () => {
  const message = messageOf({ ...PRODUCTION, SMTP_URL: '', BANK_GATEWAY: 'sftp', PLAID_SECRET: 'x' })
  expect(message).toMatch(/PLAID_CLIENT_ID[^]*BANK_SFTP_HOST[^]*SMTP_URL/)
})

describe('secrets in files', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dolphin-secrets-'))
    writeFileSync(join(folder, 'key'), `${KEY}\n`)
    writeFileSync(join(folder, 'empty'), '\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('NAME_FILE takes the place of NAME, without the line break at its end', () => {
    const config = readConfig({ DOLPHIN_MODE: 'test', MASTER_KEY_FILE: 'key', MASTER_KEY: '' }, folder)
    expect(config.masterKey).toEqual(readConfig({ DOLPHIN_MODE: 'test', MASTER_KEY: KEY }, folder).masterKey)
  })

  test.each(SECRET_SETTINGS)(
    '%s: both, an unreadable file and an empty one are errors that name it',
    (name) => {
      const file = secretFileOf(name)
      expect(messageOf({ [file]: 'none' }, folder)).toContain(`${file}: none cannot be read`)
      expect(messageOf({ [file]: 'empty' }, folder)).toContain(`${file}: empty is empty`)
      const both = messageOf({ [file]: 'key', [name]: 'secret value' }, folder)
      expect(both).toContain(`${name} and ${file}: both are set`)
      expect(both).not.toContain('secret value')
      expect(both).not.toContain(KEY)
    },
  )

  test('no secret has the file setting of another one', () => {
    expect(SECRET_SETTINGS.map(secretFileOf).filter((name) => SETTING_NAMES.includes(name))).toEqual([])
  })
})

describe('unknown settings', () => {
  const unknownIn = (env: Readonly<Record<string, string>>, folder = '/nowhere') =>
    unknownSettings(env, folder).map(unknownSettingText)

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['MASTER_KEY_FLIE', 'MASTER_KEY_FILE'],
    ['BANK_SFTP_HOSTS', 'BANK_SFTP_HOST'],
  ])('%s is named with %s', (name, nearest) => {
    expect(unknownIn({ [name]: 'x' })).toEqual([`${name} is no setting; is it meant to be ${nearest}?`])
  })

  test('of the environment only what resembles ours, of the file .env all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dolphin-env-'))
    try {
      writeFileSync(join(folder, '.env'), '# LIST=1\nSHELLS_COLOR=red\nexport PORT=8080\nDATA_DRI=x\n')
      expect(unknownIn({ PATH: '/bin', HOME: '/root', LANG: 'C', SHLVL: '1', NODE_OPTIONS: '' })).toEqual([])
      expect(unknownIn({}, folder)).toEqual([
        'SHELLS_COLOR is no setting',
        'DATA_DRI is no setting; is it meant to be DATA_DIR?',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
