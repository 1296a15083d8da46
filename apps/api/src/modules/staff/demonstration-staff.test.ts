import { expect, test } from 'vitest'
import { demonstrationPasskey } from './demonstration-staff.ts'

const keys = { derive: (purpose: string) => new TextEncoder().encode(purpose.padEnd(32, '.')) }
type Given = Parameters<typeof demonstrationPasskey>[0]
const at = (mode: 'development' | 'production') => ({ keys, config: { mode } }) as unknown as Given

test('the passkey of a demonstration is one for each employee, the same after a restart, and none in production', () => {
  const ada = demonstrationPasskey(at('development'), 'ada')
  expect(demonstrationPasskey(at('development'), 'ada').publicKey).toBe(ada.publicKey)
  expect(demonstrationPasskey(at('development'), 'bea').credentialId).not.toBe(ada.credentialId)
  expect(() => demonstrationPasskey(at('production'), 'ada')).toThrow('a demonstration has its own staff')
})
