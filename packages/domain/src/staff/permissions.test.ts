import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STAFF_ROLES } from './codes.ts'
import { actsOfRole, PERMISSION_ROWS, STAFF_PERMISSIONS } from './permissions.ts'

const DESIGN = readFileSync(new URL('../../../../docs/design/console.md', import.meta.url), 'utf8')

/** The rows of the design's table: the words of the first cell, and the marks. */
const designed = DESIGN.split('\n')
  .filter((line) => /^\|[a-z]/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .filter((cells) => cells.length === STAFF_ROLES.length + 1)
  .map(([words = '', ...marks]) => ({ words, marks: marks.join(' ') }))

test('the table is the design’s, mark for mark (console.md, Permissions)', () => {
  expect(designed).toHaveLength(PERMISSION_ROWS.length)
  for (const [index, { permissions, marks }] of PERMISSION_ROWS.entries()) {
    const row = designed[index]
    expect(marks, row?.words).toBe(row?.marks)
    for (const permission of permissions) {
      const [, act = ''] = permission.split('.')
      const letters = (text: string) => text.toLowerCase().replaceAll(' ', '')
      expect(letters(row?.words ?? ''), permission).toContain(letters(act))
    }
  }
})

test('a right stands once, and some role has each of them whole: alone, or entered and confirmed', () => {
  expect(new Set(STAFF_PERMISSIONS).size).toBe(STAFF_PERMISSIONS.length)
  for (const permission of STAFF_PERMISSIONS) {
    const acts = new Set(STAFF_ROLES.flatMap((role) => actsOfRole(role, permission)))
    expect(acts.has('may') || (acts.has('enter') && acts.has('confirm')), permission).toBe(true)
  }
})

test('administrators see no customer data (console.md, Staff)', () => {
  for (const permission of ['customer.find', 'loan.read', 'pii.unmask', 'mirror.view'] as const)
    expect(actsOfRole('administrator', permission)).toEqual([])
})
