import { expect, test } from 'vitest'
import { returnPath, signInPath } from './return-path.ts'

test.each([
  ['/approvals/A000000012', '?show=1', '/sign-in?next=%2Fapprovals%2FA000000012%3Fshow%3D1'],
  ['/', '', '/sign-in'],
  ['/sign-in', '', '/sign-in'],
  ['/enroll', '', '/sign-in'],
])('from %s%s sign-in is at %s', (pathname, search, expected) => {
  expect(signInPath({ pathname, search })).toBe(expected)
})

test.each([
  ['?next=%2Fpeople', '/people'],
  ['', '/'],
  ['?next=%2F%2Fevil.example', '/'],
  ['?next=%2F%5Cevil.example', '/'],
  ['?next=https%3A%2F%2Fevil.example', '/'],
  ['?next=%2Fsign-in', '/'],
])('after sign-in %s leads to %s', (search, expected) => {
  expect(returnPath(search)).toBe(expected)
})
