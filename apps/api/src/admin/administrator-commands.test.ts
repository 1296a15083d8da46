import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleKey } from '@dolphin/testkit/sample-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdminCommandLine } from './command-line.ts'

let folder: string

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'dolphin-admin-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function admin(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = []
  const out = (text: string) => void lines.push(text)
  const code = await runAdminCommandLine(line, { env, workDir: folder, out, error: out })
  return { code, text: lines.join('\n') }
}

test('in production an administrator is invited only with the secret', async () => {
  const made = await admin(
    ['administrator', 'invite', '--name', 'Eve Example', '--email', 'eve@lender.example'],
    {
      DOLPHIN_MODE: 'production',
      TRUST_PROXY: 'false',
      OPERATIONS_SECRET: '',
      MASTER_KEY: sampleKey('master'),
      SMTP_URL: 'smtp://localhost:2525',
      MAIL_FROM: 'no-reply@lender.test',
      DATABASE_URL: 'postgres://localhost/none',
      ALLOW_SANDBOX_MILITARY: 'true',
    },
  )
  expect(made).toMatchObject({ code: 1, text: expect.stringContaining('OPERATIONS_SECRET') })
  expect(existsSync(join(folder, '.dolphin/operations'))).toBe(false)
})

test('help lists the commands of the server’s own machine; a wrong line exits with 2', async () => {
  const help = await admin(['--help'])
  expect(help.code).toBe(0)
  for (const name of ['administrator invite', 'keys new', 'keys status', 'keys rotate', 'keys retire'])
    expect(help.text).toContain(`  ${name}`)
  expect((await admin(['administrator', 'invite', '--help'])).text).toContain(
    'Example: npm run ops -- administrator invite',
  )
  for (const line of [['keys'], ['keys', 'nonsense'], ['administrator', 'invite'], ['keys', 'retire']])
    expect((await admin(line)).code, line.join(' ')).toBe(2)
})
