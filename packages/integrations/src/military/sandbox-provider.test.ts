import { localDate } from '@dolphin/domain/calendar/local-date'
import { expect, test } from 'vitest'
import { SandboxMilitaryStatusProvider } from './sandbox-provider.ts'

const provider = new SandboxMilitaryStatusProvider({ bytes: (count) => new Uint8Array(count).fill(7) })
const person = { firstName: 'Ann', lastName: 'Sample', birthDate: localDate(1990, 1, 1), ssn: '123456789' }

test.each([
  ['no special name', {}, -1],
  ['last name Covered', { lastName: 'COVERED' }, 1],
  ['SSN ending 1111', { ssn: '123451111' }, 1],
  ['SSN ending 2222', { ssn: '123452222' }, 0],
])('32 CFR 232.5(b): %s', async (_, differs, status) => {
  const check = await provider.check({ ...person, ...differs }, localDate(2026, 3, 2))
  expect(check.status).toBe(status)
  const document = Buffer.from(check.certificate.bytes).toString('utf8')
  expect(document).toContain('as of 2026-03-02')
  expect(document).not.toContain('12345')
})
